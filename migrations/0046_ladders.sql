-- Ladders: one for each server that wants one.
CREATE TABLE ladders (
    server BIGINT NOT NULL PRIMARY KEY,
    channel BIGINT NOT NULL,                -- where its games are played
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    pace TEXT NOT NULL,
    is_rated BOOLEAN NOT NULL,
    is_open BOOLEAN NOT NULL,
    check_at BIGINT                         -- when to look who has left the server; none while we are not on it
) WITHOUT ROWID;

CREATE INDEX ladders_check ON ladders (check_at) WHERE check_at IS NOT NULL;

-- The people who are or were on a ladder, by the numbers that the events have.
CREATE TABLE ladder_players (
    server BIGINT NOT NULL,
    number BIGINT NOT NULL,
    player BIGINT,                          -- none once the data were erased
    PRIMARY KEY (server, number)
) WITHOUT ROWID;

CREATE UNIQUE INDEX ladder_players_player ON ladder_players (player, server) WHERE player IS NOT NULL;

-- What happened on ladders. Everything that they show follows from this.
CREATE TABLE ladder_events (
    server BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    kind TEXT NOT NULL,                     -- joined, left, challenged, ended
    player BIGINT,                          -- a number: who joined, left or challenged
    opponent BIGINT,                        -- a number: who was challenged
    game BIGINT,
    side BIGINT,                            -- of the challenger
    result TEXT,                            -- of the game that ended
    at BIGINT NOT NULL,
    PRIMARY KEY (server, seq)
) WITHOUT ROWID;

CREATE UNIQUE INDEX ladder_events_game ON ladder_events (game, kind) WHERE game IS NOT NULL;
