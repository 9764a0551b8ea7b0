-- A hint that was found.
INSERT INTO hints (game, seq, turn, reason) VALUES (1, 9, 'Wd4-a1', '"only"');
