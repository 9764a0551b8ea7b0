-- Games against the computer: the side it plays, its level at the start, and how many turns at the start
-- were taken over from another game or an analysis board.
ALTER TABLE games ADD COLUMN computer BIGINT;
ALTER TABLE games ADD COLUMN level BIGINT;
ALTER TABLE games ADD COLUMN given BIGINT NOT NULL DEFAULT 0;

-- What the computer has to think about: written with what asks for it, deleted with the answer. `owner` is
-- the process that works on it, until `until` by the clock of the database.
CREATE TABLE jobs (
    game BIGINT NOT NULL,           -- negative: an imported game
    kind BIGINT NOT NULL,           -- 0: a turn
    seq BIGINT NOT NULL,            -- the event that led to the position
    level BIGINT NOT NULL,
    nodes BIGINT NOT NULL,          -- the most positions to look at
    made_at BIGINT NOT NULL,
    owner TEXT,
    until BIGINT,
    PRIMARY KEY (game, kind)
) WITHOUT ROWID;

CREATE INDEX jobs_next ON jobs (kind, made_at);

-- Totals of results don't count games against the computer.
DROP INDEX games_results_first;
DROP INDEX games_results_second;
CREATE INDEX games_results_first ON games (first, game, second, winner, how, finished_at, computer)
    WHERE finished_at IS NOT NULL;
CREATE INDEX games_results_second ON games (second, game, first, winner, how, finished_at, computer)
    WHERE finished_at IS NOT NULL;

-- For comparing a position with those of running games between people.
CREATE INDEX games_between_people ON games (game, variant) WHERE finished_at IS NULL AND computer IS NULL;
