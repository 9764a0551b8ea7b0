-- What the computer suggests in a game against it, for the position after event `seq`.
CREATE TABLE hints (
    game BIGINT NOT NULL PRIMARY KEY REFERENCES games (id),
    seq BIGINT NOT NULL,
    turn TEXT NOT NULL,
    reason TEXT NOT NULL            -- JSON
);
