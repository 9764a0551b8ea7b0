# What can be played: a name, and what it is in one line (about 60 characters).

zertz-variant-37 = ZÈRTZ · 37 колец
zertz-about-37 = основная игра
zertz-variant-40 = ZÈRTZ · 40 колец
zertz-about-40 = основная игра на поле чуть больше
zertz-variant-43 = ZÈRTZ · 43 кольца
zertz-about-43 = основная игра на поле побольше
zertz-variant-44 = ZÈRTZ · 44 кольца
zertz-about-44 = основная игра на поле другой формы
zertz-variant-48 = ZÈRTZ · 48 колец
zertz-about-48 = основная игра на большом поле
zertz-variant-61 = ZÈRTZ · 61 кольцо
zertz-about-61 = самая долгая партия на самом большом поле
zertz-variant-37-blitz = ZÈRTZ · блиц
zertz-about-37-blitz = 37 колец, меньше шариков, победить можно быстрее
zertz-variant-48-tournament = ZÈRTZ · турнир, 48 колец
zertz-about-48-tournament = «тронул — ходи»; ход с пропущенным захватом можно отклонить
zertz-variant-61-tournament = ZÈRTZ · турнир, 61 кольцо
zertz-about-61-tournament = турнирные правила на самом большом поле
zertz-variant-37-zerc = ЗЕРЦ · 37 колец
zertz-about-37-zerc = другие правила: нельзя прыгать через шарик того же цвета
zertz-variant-61-zerc = ЗЕРЦ · 61 кольцо
zertz-about-61-zerc = ЗЕРЦ на самом большом поле

tzaar-variant-fixed = TZAAR
tzaar-about-fixed = расстановка из книги правил
tzaar-variant-random = TZAAR · случайная расстановка
tzaar-about-random = фишки расставляет жребий, честность можно проверить
tzaar-variant-tournament = TZAAR · расставляют игроки
tzaar-about-tournament = игроки по очереди ставят свои фишки
tzaar-variant-setup = TZAAR · заданная расстановка
tzaar-about-setup = расстановка, которую кто-то выбрал
