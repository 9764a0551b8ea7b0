-- What the desk keeps. Snowflakes are BIGINT, times BIGINT milliseconds since 1970, JSON is TEXT.
-- Sides are 0 (moves first) and 1.

-- A challenge that was accepted is the game of the same number. Rows are never deleted, so a number
-- is never used again.
-- Where the numbers of new challenges come from: two that are made at once need not wait for each other.
CREATE SEQUENCE challenge_ids;

CREATE TABLE challenges (
    id BIGINT NOT NULL PRIMARY KEY,
    server BIGINT,
    channel BIGINT,
    challenger BIGINT,
    opponent BIGINT,                -- none: open to anyone
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    seat TEXT NOT NULL,
    days BIGINT,                  -- none: no clock
    is_rated BOOLEAN NOT NULL,
    note TEXT,
    secret TEXT NOT NULL,           -- the fair draw's secret; its hash is public from the start
    state TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    expires_at BIGINT,              -- none once it is decided
    decided_at BIGINT,
    action BIGINT                   -- the acceptance, which the fair draw mixes in
);

CREATE INDEX challenges_challenger ON challenges (challenger, expires_at);
CREATE INDEX challenges_opponent ON challenges (opponent, expires_at) WHERE opponent IS NOT NULL;
CREATE INDEX challenges_due ON challenges (expires_at) WHERE expires_at IS NOT NULL;

-- How a game began, and where its events have brought it: everything below `started_at` follows from
-- the events and is kept for lists and for what is due.
CREATE TABLE games (
    id BIGINT NOT NULL PRIMARY KEY REFERENCES challenges (id),
    server BIGINT,
    channel BIGINT,
    thread BIGINT,
    first BIGINT,                   -- none: a player who asked to be forgotten
    second BIGINT,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    rules BIGINT NOT NULL,
    days BIGINT,
    is_rated BOOLEAN NOT NULL,
    started_at BIGINT NOT NULL,
    seq BIGINT NOT NULL,            -- the last event
    board BIGINT NOT NULL,          -- the last event that changed the position
    plies BIGINT NOT NULL,
    to_move BIGINT,               -- none once it is over
    turn_at BIGINT NOT NULL,        -- since when the player to move has been thinking
    deadline BIGINT,
    due_at BIGINT,                  -- when the scheduler has to look at it
    finished_at BIGINT,
    winner BIGINT,
    how TEXT,
    frozen TEXT,                    -- why it no longer replays
    seen_first BIGINT NOT NULL,     -- the board each player has seen
    seen_second BIGINT NOT NULL
);

CREATE INDEX games_first ON games (first, finished_at);
CREATE INDEX games_second ON games (second, finished_at);
CREATE INDEX games_channel ON games (channel, finished_at) WHERE channel IS NOT NULL;
CREATE INDEX games_thread ON games (thread) WHERE thread IS NOT NULL;
CREATE INDEX games_due ON games (due_at) WHERE due_at IS NOT NULL;

-- What happened, in order. Nothing is ever deleted or changed.
CREATE TABLE events (
    game BIGINT NOT NULL REFERENCES games (id),
    seq BIGINT NOT NULL,
    kind BIGINT NOT NULL,
    side BIGINT,
    at BIGINT NOT NULL,
    data TEXT,
    PRIMARY KEY (game, seq)
);

-- What is to be told: written with its cause, sent afterwards.
CREATE TABLE outbox (
    nonce TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    game BIGINT NOT NULL REFERENCES challenges (id),
    player BIGINT,                  -- whom it concerns; none: both
    notice TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    next_try BIGINT,                -- none once it is sent or given up
    done_at BIGINT,
    failure TEXT
);

CREATE INDEX outbox_next ON outbox (next_try) WHERE next_try IS NOT NULL;
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;

-- Presses and commands that have been dealt with, so that one delivered twice is not done twice.
CREATE TABLE interactions (
    id BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
);
