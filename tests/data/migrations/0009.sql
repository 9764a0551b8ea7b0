-- A plan, a board to try things on and a note.
INSERT INTO plans (game, player, version, plan, at)
VALUES (1, 1000002, 3, '{"root":2,"branches":[{"on":"Gf2-a2","reply":"Bd2-a3","then":[]}],"wishes":[]}', 1800000006000);
INSERT INTO analyses (player, number, game, board, at)
VALUES (1000001, 1800000007000, 1, '{"code":"zertz 37 4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 first","ply":0,"turns":[],"at":0,"next":1,"flipped":false}', 1800000007000);
INSERT INTO notes (player, game, note, at) VALUES (1000001, 1, 'watch g1', 1800000008000);
