-- The message of the challenge and the board after it, in the third schema.
INSERT INTO posts (game, message, channel, what, board, is_open)
VALUES (1, 70, 60, 'card', 0, false), (1, 71, 60, 'board', 2, true);
