-- A game as it was kept by the first schema.
INSERT INTO challenges (id, server, channel, challenger, opponent, game, variant, seat, days,
    is_rated, note, secret, state, made_at, expires_at, decided_at, action)
VALUES (1, 50, 60, 1000001, 1000002, 'zertz', '37', 'mine', NULL, false, NULL, 'abc', 'accepted',
    1800000000000, NULL, 1800000001000, 99);
INSERT INTO games (id, server, channel, thread, first, second, game, variant, rules, days, is_rated,
    started_at, seq, board, plies, to_move, turn_at, deadline, due_at, finished_at, winner, how,
    frozen, seen_first, seen_second)
VALUES (1, 50, 60, NULL, 1000001, 1000002, 'zertz', '37', 1, NULL, false, 1800000001000, 2, 2, 2, 0,
    1800000003000, NULL, 1800259203000, NULL, NULL, NULL, NULL, 0, 0);
INSERT INTO events (game, seq, kind, side, at, data)
VALUES (1, 1, 1, 0, 1800000002000, 'Wd4-a1'), (1, 2, 1, 1, 1800000003000, 'Bb3-g1');
INSERT INTO outbox (nonce, game, player, notice, made_at, attempts, next_try)
VALUES ('1-2t', 1, 1000001, '{"kind":"turn","board":2,"forced":0}', 1800000003000, 0, 1800000003000);
