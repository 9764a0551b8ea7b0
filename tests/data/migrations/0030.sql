-- A job that was left.
INSERT INTO jobs (game, kind, seq, level, nodes, made_at) VALUES (1, 0, 2, 3, 1000, 1700000000000);
