-- Games that people have brought along to look at. Nobody plays them: the record is all there is.
CREATE TABLE imports (
    id BIGINT NOT NULL PRIMARY KEY, -- the number of the interaction that brought it, which never comes again
    player BIGINT NOT NULL,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    plies BIGINT NOT NULL,
    record TEXT NOT NULL,
    at BIGINT NOT NULL
);

CREATE INDEX imports_player ON imports (player, id);

-- What two people have played against each other, for whoever looks back at it.
CREATE INDEX games_pair ON games (first, second, finished_at);
