-- A game that someone had brought along in the seventh schema.
INSERT INTO imports (id, player, game, variant, plies, record, at)
VALUES (97, 1000001, 'zertz', '37', 1, '[Game "zertz"]
[Variant "37"]
[Rules "1"]
[Result "*"]

1. Wd4-a1
', 1800000005000);
