-- Deletions whose traces may still be in SQLite's log: counted with each of them, gone when the log has
-- been carried over to the file and emptied. If the program is killed before that, the next start does it.
CREATE TABLE erasures (
    id BIGINT NOT NULL PRIMARY KEY,
    count BIGINT NOT NULL
);

-- Whoever asks whether the database can be written has something written here, which is taken away in the
-- same transaction.
CREATE TABLE write_checks (
    id BIGINT NOT NULL PRIMARY KEY,
    padding TEXT NOT NULL
);
