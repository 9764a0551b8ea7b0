-- The processes that share this database. A process counts as long as `until` has not passed.
CREATE TABLE processes (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,        -- the last migration that it knows
    is_working BOOLEAN NOT NULL,    -- or does it stand by?
    until BIGINT NOT NULL,          -- by the clock of the database
    slowed_until BIGINT NOT NULL    -- Discord has refused its requests because of the limit for all of them
);
