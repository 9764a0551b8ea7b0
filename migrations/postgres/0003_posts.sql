-- Messages that show a challenge or a board, so that they can be changed when they are out of date.
CREATE TABLE posts (
    game BIGINT NOT NULL REFERENCES challenges (id),
    message BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    what TEXT NOT NULL,             -- 'card' or 'board'
    board BIGINT NOT NULL,          -- the event after which it was shown
    is_open BOOLEAN NOT NULL,       -- does it still have its buttons?
    PRIMARY KEY (game, message)
);
