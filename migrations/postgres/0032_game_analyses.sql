-- Finished and imported games that the computer analyses, and who asked for it.
CREATE TABLE game_analyses (
    game BIGINT NOT NULL PRIMARY KEY,   -- negative: an imported game
    asked_by BIGINT,                    -- NULL: someone who has deleted their data
    asked_at BIGINT NOT NULL,
    finished_at BIGINT                  -- NULL: there are positions left to look at
);

CREATE INDEX game_analyses_asked ON game_analyses (asked_by, finished_at);

-- What the computer has found out about the positions of these games.
CREATE TABLE evaluations (
    game BIGINT NOT NULL,
    ply BIGINT NOT NULL,                -- the number of turns before the position
    found TEXT NOT NULL,                -- JSON
    PRIMARY KEY (game, ply)
);
