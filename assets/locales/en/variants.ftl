# What can be played: a name, and what it is in one line (about 60 characters).

zertz-variant-37 = ZÈRTZ · 37 rings
zertz-about-37 = the basic game
zertz-variant-40 = ZÈRTZ · 40 rings
zertz-about-40 = the basic game on a slightly larger board
zertz-variant-43 = ZÈRTZ · 43 rings
zertz-about-43 = the basic game on a larger board
zertz-variant-44 = ZÈRTZ · 44 rings
zertz-about-44 = the basic game on a larger board with a different shape
zertz-variant-48 = ZÈRTZ · 48 rings
zertz-about-48 = the basic game on the large board
zertz-variant-61 = ZÈRTZ · 61 rings
zertz-about-61 = the longest game, on the largest board
zertz-variant-37-blitz = ZÈRTZ · blitz
zertz-about-37-blitz = 37 rings, fewer marbles, lower goals
zertz-variant-48-tournament = ZÈRTZ · tournament, 48 rings
zertz-about-48-tournament = touch-move; a turn that misses a capture can be sent back
zertz-variant-61-tournament = ZÈRTZ · tournament, 61 rings
zertz-about-61-tournament = tournament rules on the largest board
zertz-variant-37-zerc = ZERC · 37 rings
zertz-about-37-zerc = other rules: no jumps over the same colour
zertz-variant-61-zerc = ZERC · 61 rings
zertz-about-61-zerc = other rules: no jumps over the same colour; the largest board

tzaar-variant-fixed = TZAAR
tzaar-about-fixed = the starting position from the rule book
tzaar-variant-random = TZAAR · random
tzaar-about-random = all pieces placed at random, provably fair
tzaar-variant-tournament = TZAAR · set-up by the players
tzaar-about-tournament = the players take turns placing their pieces
tzaar-variant-setup = TZAAR · custom set-up
tzaar-about-setup = a starting position someone has chosen
