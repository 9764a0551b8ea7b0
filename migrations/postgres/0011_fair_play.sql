-- The second rules of taking back, of ratings and of the fair draw. What began before keeps the first.

-- The board that stood when each player last did anything with the game: looking, pressing, typing.
ALTER TABLE games ADD COLUMN acted_first BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN acted_second BIGINT NOT NULL DEFAULT 0;
UPDATE games SET acted_first = seen_first, acted_second = seen_second;

-- By which rules a rated game counts, and why it did not, if so: 'short', 'limit' or 'frozen'.
ALTER TABLE games ADD COLUMN rating_rules BIGINT NOT NULL DEFAULT 1;
ALTER TABLE games ADD COLUMN uncounted TEXT;

-- How many rated games two players have had in a week.
CREATE INDEX rated_games_recent ON rated_games (player, at) WHERE player IS NOT NULL;

ALTER TABLE challenges ADD COLUMN draw_version BIGINT NOT NULL DEFAULT 1;
-- The message of the card, which the second draw mixes in: 0 if there was none. Null before the acceptance.
ALTER TABLE challenges ADD COLUMN card BIGINT;
-- The game that was called off whose seats and deal the challenge keeps.
ALTER TABLE challenges ADD COLUMN keeps BIGINT;
