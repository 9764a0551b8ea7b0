-- A server that shows the puzzle of the day.
INSERT INTO daily_puzzles (server, channel, hour, zone, day, puzzle, due_at)
VALUES (50, 60, 18, 'Europe/Warsaw', 20833, 77, 1800000000000);
