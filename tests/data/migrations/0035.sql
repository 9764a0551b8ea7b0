-- Puzzles: one that was tried, an attempt, and the player's record.
INSERT INTO puzzles (id, kind, rating, deviation, volatility) VALUES (77, 'tzaar', 1432.5, 140.25, 0.06);
INSERT INTO puzzle_attempts (player, puzzle, kind, server, line, tries, place, is_solved, is_over, at)
VALUES (1000001, 77, 'tzaar', 50, 'c2xc1 f3xf1|i2xi1 -', 1, 1, true, false, 1800000006000);
INSERT INTO puzzle_ratings (player, kind, rating, deviation, volatility, attempts, solved, streak, best_streak, at,
    settled_until)
VALUES (1000001, 'tzaar', 1602.5, 290.5, 0.06, 1, 1, 1, 1, 1800000006000, 1800000006000);
