-- A ladder with two players and a game that is running.
INSERT INTO ladders (server, channel, game, variant, pace, is_rated, is_open, check_at)
VALUES (50, 60, 'zertz', '37', '3d!', true, true, 1800000000000);
INSERT INTO ladder_players (server, number, player) VALUES (50, 1, 1), (50, 2, NULL);
INSERT INTO ladder_events (server, seq, kind, player, opponent, game, side, result, at)
VALUES (50, 1, 'joined', 1, NULL, NULL, NULL, NULL, 1700000000000),
       (50, 2, 'joined', 2, NULL, NULL, NULL, NULL, 1700000000001),
       (50, 3, 'challenged', 2, 1, 7, 0, NULL, 1700000000002),
       (50, 4, 'ended', NULL, NULL, 7, NULL, 'no_winner', 1700000000003),
       (50, 5, 'left', 2, NULL, NULL, NULL, NULL, 1700000000004);
