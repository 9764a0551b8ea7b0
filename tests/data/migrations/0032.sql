-- The analysis of an imported game that has been begun.
INSERT INTO game_analyses (game, asked_by, asked_at) VALUES (-97, 1000001, 1800000005000);
INSERT INTO evaluations (game, ply, found)
VALUES (-97, 0, '{"scores":[[1,0]],"proof":null,"best":"Wd4-a1","reason":{"chances":50}}');
