-- Puzzles: how hard they are, what people have tried, and how strong they are at it. A puzzle's number follows
-- from its position, up to symmetry.

-- How hard a puzzle is, as its attempts tell. One that nobody has tried has no row.
CREATE TABLE puzzles (
    id BIGINT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,                     -- the name of the game
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL
) WITHOUT ROWID;

CREATE INDEX puzzles_kind ON puzzles (kind);

-- Someone's attempt at a puzzle. It is decided by the first try that loses, by looking at the solution, or by
-- solving it; it can be solved after it was decided.
CREATE TABLE puzzle_attempts (
    player BIGINT NOT NULL,
    puzzle BIGINT NOT NULL,
    kind TEXT NOT NULL,
    server BIGINT,                          -- where it was begun
    line TEXT NOT NULL,                     -- the turns so far, with the replies, separated by bars
    tries BIGINT NOT NULL,                  -- how many did not win
    place BIGINT,                           -- once decided: the player's first puzzle of this kind is 1
    is_solved BOOLEAN,                      -- once decided: without a mistake?
    is_over BOOLEAN NOT NULL,               -- solved in the end, or the solution was shown
    at BIGINT NOT NULL,
    PRIMARY KEY (player, puzzle)
) WITHOUT ROWID;

CREATE UNIQUE INDEX puzzle_attempts_place ON puzzle_attempts (player, kind, place) WHERE place IS NOT NULL;
CREATE INDEX puzzle_attempts_server ON puzzle_attempts (server, kind, player)
    WHERE server IS NOT NULL AND place IS NOT NULL;

-- How strong someone is at the puzzles of a game. The counts follow from the attempts.
CREATE TABLE puzzle_ratings (
    player BIGINT NOT NULL,
    kind TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    attempts BIGINT NOT NULL,               -- how many are decided
    solved BIGINT NOT NULL,                 -- how many of them without a mistake
    streak BIGINT NOT NULL,                 -- how many of the last ones in a row
    best_streak BIGINT NOT NULL,
    at BIGINT NOT NULL,
    settled_until BIGINT NOT NULL,          -- from then on the rating is provisional
    PRIMARY KEY (player, kind)
) WITHOUT ROWID;

CREATE INDEX puzzle_ratings_order ON puzzle_ratings (kind, rating DESC, player);
