# What can be played: a name, and what it is in one line (about 70 characters).
# How long: 63,481 games of people on 37 rings lasted 26 turns on average; the other lengths are scaled from
# that by random games (`hexpost engine playouts`). A turn is one player's; at a move a day each, two turns a day.

zertz-variant-37 = ZÈRTZ · 37 колец
zertz-about-37 = лучше всего для первой партии; около 25 ходов, две недели, если ходить раз в день
zertz-variant-40 = ZÈRTZ · 40 колец
zertz-about-40 = поле чуть больше; около 25 ходов
zertz-variant-43 = ZÈRTZ · 43 кольца
zertz-about-43 = поле побольше; около 25 ходов
zertz-variant-44 = ZÈRTZ · 44 кольца
zertz-about-44 = поле побольше и другой формы; около 25 ходов
zertz-variant-48 = ZÈRTZ · 48 колец
zertz-about-48 = большое поле, больше простора для планов; около 25 ходов
zertz-variant-61 = ZÈRTZ · 61 кольцо
zertz-about-61 = самое большое поле, самая долгая партия; около 30 ходов
zertz-variant-37-blitz = ZÈRTZ · блиц
zertz-about-37-blitz = победа: 3 белых, 4 серых, 5 чёрных или по 2; около 20 ходов, дней десять
zertz-variant-48-tournament = ZÈRTZ · турнир, 48 колец
zertz-about-48-tournament = «тронул — ходи»; ход с пропущенным захватом можно отклонить
zertz-variant-61-tournament = ZÈRTZ · турнир, 61 кольцо
zertz-about-61-tournament = турнирные правила на самом большом поле
zertz-variant-37-zerc = ЗЕРЦ · 37 колец
zertz-about-37-zerc = другие правила: нельзя прыгать через шарик того же цвета; около 20 ходов
zertz-variant-61-zerc = ЗЕРЦ · 61 кольцо
zertz-about-61-zerc = ЗЕРЦ на самом большом поле

tzaar-variant-fixed = TZAAR
tzaar-about-fixed = захват и столбики; около 25 ходов, две недели, если ходить раз в день
tzaar-variant-random = TZAAR · случайная расстановка
tzaar-about-random = фишки расставляет жребий, его можно проверить; около 25 ходов
tzaar-variant-tournament = TZAAR · расставляют игроки
tzaar-about-tournament = игроки по очереди ставят все 60 фишек; потом около 25 ходов
tzaar-variant-setup = TZAAR · заданная расстановка
tzaar-about-setup = расстановка, которую кто-то выбрал
