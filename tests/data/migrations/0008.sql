-- A lesson that was solved.
INSERT INTO lessons (player, lesson, solved_at) VALUES (1000001, 'zertz-chain', 1800000005000);
