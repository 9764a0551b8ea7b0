-- A ladder with two players, one of whom has beaten the other; a third one's data were erased.
INSERT INTO ladders (server, channel, game, variant, pace, is_rated, is_open, check_at)
VALUES (50, 60, 'zertz', '37', '3d!', true, true, 1800000000000);
INSERT INTO ladder_players (server, number, player) VALUES (50, 1, 1000002), (50, 2, 1000001), (50, 3, NULL);
INSERT INTO ladder_events (server, seq, kind, player, opponent, game, side, result, at)
VALUES (50, 1, 'joined', 1, NULL, NULL, NULL, NULL, 1800000000000),
       (50, 2, 'joined', 2, NULL, NULL, NULL, NULL, 1800000000001),
       (50, 3, 'joined', 3, NULL, NULL, NULL, NULL, 1800000000002),
       (50, 4, 'challenged', 2, 1, 5, 0, NULL, 1800000001000),
       (50, 5, 'ended', NULL, NULL, 5, NULL, 'challenger_won', 1800000003000),
       (50, 6, 'left', 3, NULL, NULL, NULL, NULL, 1800000003001);
