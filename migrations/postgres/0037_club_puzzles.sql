-- Puzzles from finished games between two people on a server: for the members of that server, as long as both
-- players agree.
CREATE TABLE club_puzzles (
    game BIGINT NOT NULL PRIMARY KEY,       -- each game has one at most
    server BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,         -- the name of the game
    puzzle BIGINT,                          -- its number; none once it has ended
    line TEXT,                              -- as in assets/puzzles; none once it has ended
    suggested_by BIGINT NOT NULL,           -- the side that suggested it
    state TEXT NOT NULL,                    -- suggested, agreed, ended
    suggested_at BIGINT NOT NULL,
    decided_at BIGINT                       -- when the other player agreed, or when it ended
);

CREATE UNIQUE INDEX club_puzzles_number ON club_puzzles (puzzle) WHERE puzzle IS NOT NULL;
CREATE INDEX club_puzzles_server ON club_puzzles (server, kind) WHERE state = 'agreed';
