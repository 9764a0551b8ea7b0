-- A question about a position that has not been answered, and one that has.
INSERT INTO position_questions (id, player, code, found, asked_at)
VALUES (91, 1000001, 'zertz 37 4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 first', NULL, 1800000005500);
INSERT INTO position_questions (id, player, code, found, asked_at)
VALUES (92, 1000001, 'zertz 37 .3/.4/6/3WG2/6/5/4 5,7,10 0,0,0 0,0,0 first',
    '{"scores":[[1,0]],"proof":null,"best":"Wd4-a1","reason":{"chances":50}}', 1800000005600);
