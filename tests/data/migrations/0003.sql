-- A message of the third schema that shows the board.
INSERT INTO posts (game, message, channel, what, board, is_open) VALUES (1, 70, 60, 'board', 2, true);
