-- Open play: challenges that come back by themselves, lists of open challenges that a server shows,
-- people who follow a game, and servers that we have left.

-- A standing challenge has the number of its first challenge. Whenever it is accepted, the same is
-- offered again: what that is stands in its latest challenge.
CREATE TABLE standing (
    id BIGINT NOT NULL PRIMARY KEY REFERENCES challenges (id),
    player BIGINT NOT NULL,
    challenge BIGINT NOT NULL REFERENCES challenges (id),
    most BIGINT NOT NULL,         -- so many of its games may go on at once
    is_open BOOLEAN NOT NULL,       -- can the challenge be accepted? Otherwise a game has to end first
    due_at BIGINT                   -- a game has ended: is there room again?
);

CREATE INDEX standing_player ON standing (player);
CREATE INDEX standing_due ON standing (due_at) WHERE due_at IS NOT NULL;

ALTER TABLE challenges ADD COLUMN standing BIGINT;      -- the standing challenge it belongs to

CREATE INDEX challenges_server ON challenges (server, id, expires_at)
    WHERE opponent IS NULL AND expires_at IS NOT NULL;

-- The message in which a server shows its open challenges.
CREATE TABLE lobbies (
    server BIGINT NOT NULL PRIMARY KEY,
    channel BIGINT NOT NULL,
    message BIGINT,                 -- none: it is still to be sent
    old_channel BIGINT,             -- the one before it, which is to be deleted
    old_message BIGINT,
    is_wanted BOOLEAN NOT NULL,     -- or is it to be deleted?
    made_at BIGINT NOT NULL,
    shown_at BIGINT,
    changes BIGINT NOT NULL,        -- counts up whenever a challenge comes or goes
    due_at BIGINT                   -- when it is to be shown anew
);

CREATE INDEX lobbies_due ON lobbies (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE follows (
    game BIGINT NOT NULL REFERENCES games (id),
    player BIGINT NOT NULL,
    is_told BOOLEAN NOT NULL,       -- of every move, in a direct message
    PRIMARY KEY (game, player)
);

CREATE INDEX follows_player ON follows (player);

ALTER TABLE servers ADD COLUMN gone_at BIGINT;          -- since when we are not on it any more
