# What can be played: a name, and what it is in one line (about 70 characters).
# How long: 63,481 games of people on 37 rings lasted 26 turns on average; the other lengths are scaled from
# that by random games (`hexpost engine playouts`). A turn is one player's; at a move a day each, two turns a day.

zertz-variant-37 = ZÈRTZ · 37 pierścieni
zertz-about-37 = w sam raz na początek; około 25 ruchów, dwa tygodnie, grając raz dziennie
zertz-variant-40 = ZÈRTZ · 40 pierścieni
zertz-about-40 = nieco większa plansza; około 25 ruchów
zertz-variant-43 = ZÈRTZ · 43 pierścienie
zertz-about-43 = większa plansza; około 25 ruchów
zertz-variant-44 = ZÈRTZ · 44 pierścienie
zertz-about-44 = większa plansza innego kształtu; około 25 ruchów
zertz-variant-48 = ZÈRTZ · 48 pierścieni
zertz-about-48 = duża plansza, więcej miejsca na plany; około 25 ruchów
zertz-variant-61 = ZÈRTZ · 61 pierścieni
zertz-about-61 = największa plansza, najdłuższa gra; około 30 ruchów
zertz-variant-37-blitz = ZÈRTZ · błyskawiczny
zertz-about-37-blitz = wygrywa 3 białe, 4 szare, 5 czarnych lub po 2; około 20 ruchów, dziesięć dni
zertz-variant-48-tournament = ZÈRTZ · turniej, 48 pierścieni
zertz-about-48-tournament = dotknięte — zagrane; za pominięte przejęcie można kazać cofnąć ruch
zertz-variant-61-tournament = ZÈRTZ · turniej, 61 pierścieni
zertz-about-61-tournament = turniej na największej planszy: dotknięte — zagrane
zertz-variant-37-zerc = ZERC · 37 pierścieni
zertz-about-37-zerc = inne zasady: bez skoków nad kamieniem tego samego koloru; około 20 ruchów
zertz-variant-61-zerc = ZERC · 61 pierścieni
zertz-about-61-zerc = inne zasady, największa plansza: bez skoków nad kamieniem tego samego koloru

tzaar-variant-fixed = TZAAR
tzaar-about-fixed = przejęcia i stosy; około 25 ruchów, dwa tygodnie, grając raz dziennie
tzaar-variant-random = TZAAR · losowe ustawienie
tzaar-about-random = piony rozkłada los, każdy może to sprawdzić; około 25 ruchów
tzaar-variant-tournament = TZAAR · ustawienie przez graczy
tzaar-about-tournament = gracze na przemian stawiają wszystkie 60 pionów; potem około 25 ruchów
tzaar-variant-setup = TZAAR · zadane ustawienie
tzaar-about-setup = ustawienie, które ktoś wybrał
