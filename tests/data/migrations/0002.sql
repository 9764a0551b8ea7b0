-- What people and servers preferred in the second schema, and a draft.
INSERT INTO players (id, settings) VALUES (1000001, '{"language":"ru"}');
INSERT INTO servers (id, settings) VALUES (50, '{"threads":false}');
INSERT INTO blocks (player, blocked) VALUES (1000001, 1000009);
INSERT INTO drafts (game, player, board, steps, touched, at)
VALUES (1, 1000001, 2, 'W', 0, 1800000004000);
INSERT INTO mutes (player, game) VALUES (1000002, 1);
