-- Servers that show the puzzle of the day.
CREATE TABLE daily_puzzles (
    server BIGINT NOT NULL PRIMARY KEY,
    channel BIGINT NOT NULL,
    hour BIGINT NOT NULL,                   -- of the day, in the time zone
    zone TEXT NOT NULL,
    day BIGINT,                             -- of the last message: days since 1970
    puzzle BIGINT,                          -- which it showed
    due_at BIGINT                           -- when the next is sent; none while we are not on the server
) WITHOUT ROWID;

CREATE INDEX daily_puzzles_due ON daily_puzzles (due_at) WHERE due_at IS NOT NULL;
