-- What players think of beforehand, each for himself: plans, boards to try things on, notes.

-- What a player will answer in a game. A plan that is dropped stays as an empty one until the game
-- is over: its version only grows, so that nothing is played from one that has been changed since.
CREATE TABLE plans (
    game BIGINT NOT NULL REFERENCES games (id),
    player BIGINT NOT NULL,
    version BIGINT NOT NULL,
    plan TEXT NOT NULL,             -- JSON
    at BIGINT NOT NULL,
    PRIMARY KEY (game, player)
);

CREATE INDEX plans_player ON plans (player);

-- A private board. `game` is where its position is from, if it is from a game.
CREATE TABLE analyses (
    player BIGINT NOT NULL,
    number BIGINT NOT NULL,
    game BIGINT,
    board TEXT NOT NULL,            -- JSON: the position, the turns tried, which is shown
    at BIGINT NOT NULL,
    PRIMARY KEY (player, number)
);

CREATE INDEX analyses_at ON analyses (at);

CREATE TABLE notes (
    player BIGINT NOT NULL,
    game BIGINT NOT NULL,
    note TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (player, game)
);
