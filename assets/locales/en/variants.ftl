# What can be played: a name, and what it is in one line (about 70 characters).
# How long: 63,481 games of people on 37 rings lasted 26 turns on average; the other lengths are scaled from
# that by random games (`hexpost engine playouts`). A turn is one player's; at a move a day each, two turns a day.

zertz-variant-37 = ZÈRTZ · 37 rings
zertz-about-37 = best for a first game; about 25 turns, two weeks if you both move daily
zertz-variant-40 = ZÈRTZ · 40 rings
zertz-about-40 = a slightly larger board; about 25 turns
zertz-variant-43 = ZÈRTZ · 43 rings
zertz-about-43 = a larger board; about 25 turns
zertz-variant-44 = ZÈRTZ · 44 rings
zertz-about-44 = a larger board with a different shape; about 25 turns
zertz-variant-48 = ZÈRTZ · 48 rings
zertz-about-48 = the large board, for more room to plan; about 25 turns
zertz-variant-61 = ZÈRTZ · 61 rings
zertz-about-61 = the largest board and the longest game; about 30 turns
zertz-variant-37-blitz = ZÈRTZ · blitz
zertz-about-37-blitz = win with 3 white, 4 grey, 5 black or 2 of each; about 20 turns, ten days
zertz-variant-48-tournament = ZÈRTZ · tournament, 48 rings
zertz-about-48-tournament = touch-move; a turn that misses a capture can be sent back
zertz-variant-61-tournament = ZÈRTZ · tournament, 61 rings
zertz-about-61-tournament = tournament rules on the largest board
zertz-variant-37-zerc = ZERC · 37 rings
zertz-about-37-zerc = different rules: no jumps over the same colour; about 20 turns
zertz-variant-61-zerc = ZERC · 61 rings
zertz-about-61-zerc = different rules: no jumps over the same colour; the largest board

tzaar-variant-fixed = TZAAR
tzaar-about-fixed = capture and stack; about 25 turns, two weeks if you both move daily
tzaar-variant-random = TZAAR · random
tzaar-about-random = all pieces placed at random, provably fair; about 25 turns
tzaar-variant-tournament = TZAAR · set-up by the players
tzaar-about-tournament = the players take turns placing all 60 pieces; then about 25 turns
tzaar-variant-setup = TZAAR · custom set-up
tzaar-about-setup = a starting position someone has chosen
