-- Work that only one process does at a time: who does it, and until when. `epoch` grows whenever the owner
-- changes, so that what a former owner has begun can be told from what its successor does.
CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    until BIGINT NOT NULL           -- by the clock of the database
) WITHOUT ROWID;
