-- A game of the first draw; one of the second that was called off, and its successor, which keeps its seats; a
-- rated game by the second rules that was too short to count.
INSERT INTO challenges (id, server, channel, challenger, opponent, game, variant, seat, is_rated, secret,
    state, made_at, decided_at, action, draw_version, card, keeps)
VALUES (61, 50, 60, 1000001, 1000002, 'zertz', '37', 'random', false, 'abc', 'accepted', 1800000000000,
        1800000001000, 161, 1, NULL, NULL),
    (62, 50, 60, 1000001, 1000002, 'zertz', '48', 'random', false, 'abc', 'accepted', 1800000000000,
        1800000001000, 162, 2, 9062, NULL),
    (63, 50, 60, 1000002, 1000001, 'zertz', '48', 'random', false, 'abf', 'accepted', 1800000003000,
        1800000004000, 163, 2, 0, 62),
    (64, 50, 60, 1000001, 1000002, 'zertz', '37', 'mine', true, 'abc', 'accepted', 1800000000000,
        1800000001000, 164, 2, 0, NULL);
INSERT INTO games (id, server, channel, first, second, game, variant, rules, is_rated, started_at, seq,
    board, plies, turn_at, finished_at, winner, how, seen_first, seen_second, acted_first, acted_second,
    rating_rules, uncounted)
VALUES (61, 50, 60, 1000001, 1000002, 'zertz', '37', 1, false, 1800000001000, 1, 0, 0, 1800000001000,
        1800000002000, NULL, 'abort', 0, 0, 0, 0, 1, NULL),
    (62, 50, 60, 1000002, 1000001, 'zertz', '48', 1, false, 1800000001000, 1, 0, 0, 1800000001000,
        1800000002000, NULL, 'abort', 0, 0, 0, 0, 2, NULL),
    (63, 50, 60, 1000002, 1000001, 'zertz', '48', 1, false, 1800000004000, 1, 0, 0, 1800000004000,
        1800000005000, NULL, 'abort', 0, 0, 0, 0, 2, NULL),
    (64, 50, 60, 1000001, 1000002, 'zertz', '37', 1, true, 1800000001000, 1, 0, 0, 1800000001000,
        1800000002000, 0, 'resignation', 0, 0, 0, 0, 2, 'short');
INSERT INTO events (game, seq, kind, side, at)
VALUES (61, 1, 12, 0, 1800000002000), (62, 1, 12, 0, 1800000002000), (63, 1, 12, 0, 1800000005000),
    (64, 1, 11, 1, 1800000002000);
