-- The message of the challenge and the board after it, in the third schema; and a game with a clock.
INSERT INTO posts (game, message, channel, what, board, is_open)
VALUES (1, 70, 60, 'card', 0, false), (1, 71, 60, 'board', 2, true);
INSERT INTO challenges (id, server, channel, challenger, opponent, game, variant, seat, days,
    is_rated, note, secret, state, made_at, expires_at, decided_at, action)
VALUES (2, 50, 60, 1000001, 1000002, 'zertz', '37', 'mine', 3, false, NULL, 'abd', 'accepted',
    1800000000000, NULL, 1800000001000, 98);
INSERT INTO games (id, server, channel, thread, first, second, game, variant, rules, days, is_rated,
    started_at, seq, board, plies, to_move, turn_at, deadline, due_at, finished_at, winner, how,
    frozen, seen_first, seen_second)
VALUES (2, 50, 60, NULL, 1000001, 1000002, 'zertz', '37', 1, 3, false, 1800000001000, 1, 1, 1, 1,
    1800000002000, 1800259202000, 1800172802000, NULL, NULL, NULL, NULL, 0, 0);
INSERT INTO events (game, seq, kind, side, at, data)
VALUES (2, 1, 1, 0, 1800000002000, 'Wd4-a1');
