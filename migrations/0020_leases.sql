-- Work that only one process does at a time: who does it, and until when. `epoch` grows whenever the owner
-- changes, so that what a former owner has begun can be told from what its successor does.
CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    until BIGINT NOT NULL           -- by the clock of the database
) WITHOUT ROWID;

-- Where several processes take interactions: the token with which a follow-up to the latest interaction
-- about a game can be sent, for the process that delivers the game's notices. Discord accepts it for 15
-- minutes, and it is deleted soon after.
CREATE TABLE reply_tokens (
    game BIGINT NOT NULL PRIMARY KEY,
    token TEXT NOT NULL,
    interaction BIGINT NOT NULL,
    player BIGINT NOT NULL,
    is_guest BOOLEAN NOT NULL,      -- can the bot only respond there?
    channel BIGINT NOT NULL,
    parent BIGINT NOT NULL,         -- the channel of a thread; otherwise the same
    until BIGINT NOT NULL
) WITHOUT ROWID;

-- For counting the games that are being played.
CREATE INDEX games_open ON games (id) WHERE finished_at IS NULL;
