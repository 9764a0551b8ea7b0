-- A rated game that was resigned, and what it changed.
INSERT INTO challenges (id, server, channel, challenger, opponent, game, variant, seat, is_rated,
    secret, state, made_at, decided_at, action)
VALUES (5, 50, 60, 1000001, 1000002, 'zertz', '37', 'mine', true, 'abc', 'accepted', 1800000000000,
    1800000001000, 105);
INSERT INTO games (id, server, channel, first, second, game, variant, rules, is_rated, started_at, seq,
    board, plies, turn_at, finished_at, winner, how, seen_first, seen_second)
VALUES (5, 50, 60, 1000001, 1000002, 'zertz', '37', 1, true, 1800000001000, 1, 0, 0, 1800000001000,
    1800000003000, 0, 'resignation', 0, 0);
INSERT INTO events (game, seq, kind, side, at) VALUES (5, 1, 11, 1, 1800000003000);
INSERT INTO rated_games (place, side, game, kind, server, player, rating_before, deviation_before,
    volatility_before, rating, deviation, volatility, games, at, settled_until)
VALUES (1, 0, 5, 'zertz', 50, 1000001, 1500.0, 350.0, 0.06, 1662.3108939062977, 290.31896371798047,
        0.05999967537233814, 1, 1800000003000, 1800000003000),
    (1, 1, 5, 'zertz', 50, 1000002, 1500.0, 350.0, 0.06, 1337.6891060937023, 290.31896371798047,
        0.05999967537233814, 1, 1800000003000, 1800000003000);
INSERT INTO ratings (player, kind, rating, deviation, volatility, games, at, settled_until)
SELECT player, kind, rating, deviation, volatility, games, at, settled_until FROM rated_games;
