# What can be played: a name, and what it is in one line (about 60 characters).

zertz-variant-37 = ZÈRTZ · 37 pierścieni
zertz-about-37 = gra podstawowa
zertz-variant-40 = ZÈRTZ · 40 pierścieni
zertz-about-40 = gra podstawowa na nieco większej planszy
zertz-variant-43 = ZÈRTZ · 43 pierścienie
zertz-about-43 = gra podstawowa na większej planszy
zertz-variant-44 = ZÈRTZ · 44 pierścienie
zertz-about-44 = gra podstawowa na większej planszy innego kształtu
zertz-variant-48 = ZÈRTZ · 48 pierścieni
zertz-about-48 = gra podstawowa na dużej planszy
zertz-variant-61 = ZÈRTZ · 61 pierścieni
zertz-about-61 = najdłuższa gra na największej planszy
zertz-variant-37-blitz = ZÈRTZ · błyskawiczny
zertz-about-37-blitz = 37 pierścieni, mniej kamieni, niższe cele
zertz-variant-48-tournament = ZÈRTZ · turniej, 48 pierścieni
zertz-about-48-tournament = dotknięte — zagrane; ruch bez przejęcia można kazać cofnąć
zertz-variant-61-tournament = ZÈRTZ · turniej, 61 pierścieni
zertz-about-61-tournament = turniej na największej planszy: dotknięte — zagrane
zertz-variant-37-zerc = ZERC · 37 pierścieni
zertz-about-37-zerc = inne zasady: bez skoków nad kamieniem swojego koloru
zertz-variant-61-zerc = ZERC · 61 pierścieni
zertz-about-61-zerc = inne zasady, największa plansza: bez skoków nad swoim kolorem

tzaar-variant-fixed = TZAAR
tzaar-about-fixed = ustawienie z instrukcji
tzaar-variant-random = TZAAR · losowe ustawienie
tzaar-about-random = piony rozkłada los, a każdy może to sprawdzić
tzaar-variant-tournament = TZAAR · ustawienie przez graczy
tzaar-about-tournament = gracze na przemian stawiają swoje piony
tzaar-variant-setup = TZAAR · zadane ustawienie
tzaar-about-setup = ustawienie, które ktoś wybrał
