-- A round robin of two, one game of which is running.
INSERT INTO tournaments (id, server, channel, organiser, name, game, variant, pace, terms, state, secret, start_action,
    made_at, started_at, season)
VALUES (1, 50, 60, 1000001, 'Autumn cup', 'zertz', '37', '3d', '{"format":"round-robin","is_rated":false,"size":2,"role":null,"least_rating":null,"most_rating":null,"start":"full","at_once":1,"round_days":null,"rounds":null,"vacation_days":7}',
    'running', 'abc', 99, 1800000000000, 1800000001000, 1);
INSERT INTO tournament_entrants (tournament, number, player, rating, division, joined_at, action)
VALUES (1, 1, 1000002, 1500, 0, 1800000000000, 98), (1, 2, 1000001, 1500, 0, 1800000001000, 99);
INSERT INTO tournament_events (tournament, seq, division, at, is_decision, event)
VALUES (1, 1, 0, 1800000001000, false, '{"event":"paired","number":1,"pairings":[{"first":2,"second":1}]}');
INSERT INTO tournament_games (game, tournament, division, round, board, number, is_dropped, is_unrecorded)
VALUES (1, 1, 0, 1, 1, 1, false, false);
UPDATE games SET tournament = 1 WHERE id = 1;
