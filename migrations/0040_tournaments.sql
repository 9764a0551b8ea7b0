-- Tournaments. Standings follow from the events, and the results of games are events as well.

CREATE TABLE tournaments (
    id BIGINT NOT NULL PRIMARY KEY,
    server BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    thread BIGINT,                          -- its thread or forum post
    organiser BIGINT,                       -- none: a player who asked to be forgotten
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    pace TEXT NOT NULL,
    terms TEXT NOT NULL,                    -- the other terms, as JSON
    state TEXT NOT NULL,
    secret TEXT NOT NULL,                   -- that of the draw; its hash is public from the start
    start_action BIGINT,                    -- the interaction that started it; 0 if it started by itself
    made_at BIGINT NOT NULL,
    started_at BIGINT,
    finished_at BIGINT,
    due_at BIGINT,                          -- when something has to be done about it
    check_at BIGINT,                        -- when to look who has left the server
    season BIGINT NOT NULL,
    previous BIGINT                         -- the season before
) WITHOUT ROWID;

CREATE INDEX tournaments_server ON tournaments (server, finished_at);
CREATE INDEX tournaments_organiser ON tournaments (organiser) WHERE organiser IS NOT NULL;
CREATE INDEX tournaments_due ON tournaments (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX tournaments_check ON tournaments (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX tournaments_previous ON tournaments (previous) WHERE previous IS NOT NULL;

CREATE TABLE tournament_entrants (
    tournament BIGINT NOT NULL,
    number BIGINT NOT NULL,
    player BIGINT,                          -- none: a player who asked to be forgotten
    rating BIGINT NOT NULL,
    division BIGINT NOT NULL,
    joined_at BIGINT NOT NULL,
    action BIGINT,                          -- the Join interaction, which the draw mixes in
    PRIMARY KEY (tournament, number)
) WITHOUT ROWID;

CREATE UNIQUE INDEX tournament_entrants_player ON tournament_entrants (player, tournament) WHERE player IS NOT NULL;

-- What happened, in order. Nothing is ever deleted or changed.
CREATE TABLE tournament_events (
    tournament BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    division BIGINT NOT NULL,
    at BIGINT NOT NULL,
    decided_by BIGINT,                      -- none: nobody, or a player who asked to be forgotten
    is_decision BOOLEAN NOT NULL,           -- by a person?
    event TEXT NOT NULL,                    -- JSON
    PRIMARY KEY (tournament, seq)
) WITHOUT ROWID;

CREATE INDEX tournament_events_decided_by ON tournament_events (decided_by) WHERE decided_by IS NOT NULL;

-- The games. Only one that was not dropped can be in a place.
CREATE TABLE tournament_games (
    game BIGINT NOT NULL PRIMARY KEY REFERENCES games (id),
    tournament BIGINT NOT NULL,
    division BIGINT NOT NULL,
    round BIGINT NOT NULL,
    board BIGINT NOT NULL,
    number BIGINT NOT NULL,
    is_dropped BOOLEAN NOT NULL,            -- a player was replaced, and another game takes its place
    is_unrecorded BOOLEAN NOT NULL          -- it is over, and the tournament does not know yet
) WITHOUT ROWID;

CREATE UNIQUE INDEX tournament_games_place ON tournament_games (tournament, division, round, board, number)
    WHERE NOT is_dropped;
CREATE INDEX tournament_games_tournament ON tournament_games (tournament);
CREATE INDEX tournament_games_unrecorded ON tournament_games (tournament) WHERE is_unrecorded;

-- Who won. It follows from the standings.
CREATE TABLE tournament_titles (
    tournament BIGINT NOT NULL,
    division BIGINT NOT NULL,
    player BIGINT NOT NULL,
    PRIMARY KEY (tournament, division, player)
) WITHOUT ROWID;

CREATE INDEX tournament_titles_player ON tournament_titles (player);

ALTER TABLE games ADD COLUMN tournament BIGINT;
