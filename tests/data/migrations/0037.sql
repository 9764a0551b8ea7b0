-- Puzzles from games: one to which both players have agreed, and one that has ended.
INSERT INTO club_puzzles (game, server, kind, puzzle, line, suggested_by, state, suggested_at, decided_at)
VALUES (5, 50, 'zertz', 60231517357735,
    '3|1209|2|5|zertz 37 .1.B/..2./G..GB./.4../3W1B/4./..2 3,4,3 2,0,1 0,2,3 first|We5-a2,Wf3-b3|Be1-f2',
    0, 'agreed', 1800000007000, 1800000008000),
    (61, 50, 'zertz', NULL, NULL, 1, 'ended', 1800000007000, 1800000008000);
