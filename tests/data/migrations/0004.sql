-- In the fourth schema: a game with a bank, someone on vacation, and a digest.
INSERT INTO challenges (id, server, channel, challenger, opponent, game, variant, seat, pace,
    is_rated, note, secret, state, made_at, expires_at, decided_at, action)
VALUES (3, 50, 60, 1000001, 1000002, 'zertz', '37', 'mine', '7d+1d/14d', false, NULL, 'abe', 'accepted',
    1800000000000, NULL, 1800000001000, 97);
INSERT INTO games (id, server, channel, thread, first, second, game, variant, rules, pace, is_rated,
    started_at, seq, board, plies, to_move, turn_at, deadline, due_at, finished_at, winner, how,
    frozen, seen_first, seen_second)
VALUES (3, 50, 60, NULL, 1000001, 1000002, 'zertz', '37', 1, '7d+1d/14d', false, 1800000001000, 1, 1, 1,
    1, 1800000002000, 1800604802000, 1800518402000, NULL, NULL, NULL, NULL, 0, 0);
INSERT INTO events (game, seq, kind, side, at, data)
VALUES (3, 1, 1, 0, 1800000002000, 'Wd4-a1');
INSERT INTO vacations (player, starts_at, ends_at, phase, reached, due_at)
VALUES (1000009, 1800000000000, 1800864000000, 2, NULL, NULL);
INSERT INTO heartbeat (id, at) VALUES (1, 1800000005000);
UPDATE players SET digest_at = 1800010000000 WHERE id = 1000001;
