-- How fast a game is played, as one text: `3d`, `7d+1d/14d`; with `!` if time that has run out loses
-- at once, which it did in all games so far.
ALTER TABLE challenges ADD COLUMN pace TEXT;
ALTER TABLE games ADD COLUMN pace TEXT;
UPDATE challenges SET pace = days || 'd!' WHERE days IS NOT NULL;
UPDATE games SET pace = days || 'd!' WHERE days IS NOT NULL;
ALTER TABLE challenges DROP COLUMN days;
ALTER TABLE games DROP COLUMN days;

-- When a player's next daily digest is due; none for someone who wants none.
ALTER TABLE players ADD COLUMN digest_at BIGINT;

CREATE INDEX players_digest ON players (digest_at) WHERE digest_at IS NOT NULL;

-- When a player is away, or was: the clocks of that player's games stand still meanwhile, by events in
-- the games. Rows of the past count the days of a year.
CREATE TABLE vacations (
    player BIGINT NOT NULL,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    phase BIGINT NOT NULL,        -- 0 planned, 1 under way, 2 over
    reached BIGINT,                 -- up to this game all have been told of the phase; none: all have
    due_at BIGINT,                  -- when the scheduler has to look at it
    PRIMARY KEY (player, starts_at)
);

CREATE INDEX vacations_due ON vacations (due_at) WHERE due_at IS NOT NULL;

-- When the program was last seen at work: one row.
CREATE TABLE heartbeat (
    id BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
);
