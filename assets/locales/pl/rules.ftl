# The rules, page by page: at most about 900 characters each, so that a page and its picture fit a phone.

cmd-rules = zasady
cmd-rules-about = Zasady ZÈRTZ i TZAAR strona po stronie, z obrazkami
cmd-rules-topic = temat
cmd-rules-topic-about = Od czego zacząć
key-rules = Zasady
key-rule = Przeczytaj zasadę
key-try = Spróbuj
rules-topics = Przejdź do strony
rules-page = Strona { $number } z { $count }

## ZÈRTZ

rules-title-zertz-goal = ZÈRTZ: cel gry
rules-text-zertz-goal = Planszę tworzą luźne pierścienie, a obok leży bank: 6 białych, 8 szarych i 10 czarnych kamieni. Nie należą do nikogo: gracze korzystają ze wszystkich, a Twoje jest tylko to, co przejmiesz.
    Wygrywasz, gdy tylko przejmiesz
    • 4 białe kamienie albo
    • 5 szarych, albo
    • 6 czarnych, albo
    • po 3 każdego koloru.
    W swoim ruchu albo **kładziesz** kamień i usuwasz pierścień, albo wykonujesz **przejęcie**. Kto może przejąć, ten musi, więc dobry gracz narzuca przeciwnikowi ruchy.

rules-title-zertz-placing = ZÈRTZ: połóż i usuń
rules-text-zertz-placing = Weź z banku kamień dowolnego koloru i połóż go na dowolnym pustym pierścieniu. Potem usuń jeden **wolny** pierścień: pusty i taki, który da się wysunąć z planszy bez ruszania innych. Tak jest, gdy spośród sześciu pól wokół niego na dwóch sąsiednich nie ma pierścienia.
    Na obrazku kamień trafia na c3, a każdy inny pierścień w kolorowej obwódce jest wolny.
    Jeśli jest wolny pierścień, któryś trzeba usunąć; jeśli nie ma żadnego, ruch się na tym kończy. Plansza więc stale maleje, ale nazwy pól się nie zmieniają.

rules-title-zertz-capture = ZÈRTZ: przejęcie
rules-text-zertz-capture = Kamień przeskakuje sąsiedni kamień i ląduje na pustym pierścieniu tuż za nim, w linii prostej. Przeskoczony kamień jest Twój. Kolory nie mają znaczenia, a pierścieni się przy tym nie usuwa.
    • **Jeśli gdziekolwiek możliwy jest skok, przejęcie jest obowiązkowe.** Które, wybierasz Ty.
    • Ten sam kamień skacze dalej, dopóki może. Na rozwidleniu wybierasz drogę; nie musi być najdłuższa.
    Na obrazku kamień z d2 skacze na d4, a potem na d6 i przejmuje dwa.

rules-title-zertz-isolation = ZÈRTZ: odizolowanie
rules-text-zertz-isolation = Przejąć można też bez skoku. Jeśli po położeniu kamienia i usunięciu pierścienia jakaś grupa pierścieni nie łączy się już z resztą **i na każdym z nich leży kamień**, te kamienie są Twoje, a pierścienie schodzą z planszy.
    Wystarczy jeden pierścień; naraz można odizolować kilka grup. Wysepka z pustym pierścieniem zostaje w grze, dopóki się nie zapełni.
    Na obrazku usunięcie a2 izoluje biały kamień na a1.
    Odizolowane kamienie można też zostawić na planszy, ale tylko wszystkie naraz. Są wtedy martwe: nikt już nigdy ich nie przejmie.

rules-title-zertz-forcing = ZÈRTZ: poświęcenie
rules-text-zertz-forcing = Przejęcie jest obowiązkowe, więc kamień może być przynętą: kładziesz go tak, że przeciwnik musi wykonać przejęcie, a jego skok otwiera Ci lepsze.
    Na obrazku czarny kamień trafia na f1, a pierścień a1 zostaje usunięty. Przeciwnik nie ma wyboru: kamień z f1 przeskakuje f2 i ląduje na f3, obok g3. Teraz skaczesz z g3 nad nim na e3, a potem dalej nad białym kamieniem na d4.
    Zanim zatwierdzisz ruch, bot pisze, co przeciwnik będzie musiał zrobić. Patrz na ten wiersz: widać w nim i Twoją przynętę, i cudzą.

rules-title-zertz-end = ZÈRTZ: koniec partii
rules-text-zertz-end = Partia kończy się od razu, gdy gracz po swoim ruchu osiąga cel. Cel osiągnięty w środku łańcucha skoków nie przerywa łańcucha.
    • **Bank jest pusty**: kładziesz kamienie spośród swoich przejętych, dowolnego koloru, i przestają się one liczyć.
    • **Po ruchu nie ma już pustego pierścienia**: wygrywa strona, która go wykonała.
    • **Nie masz czego położyć ani przejąć**: pasujesz. Jeśli dotyczy to obu stron, jest remis.
    • **Ta sama pozycja po raz trzeci**: remis.
    Na obrazku kamień na d4 zajmuje ostatni pierścień i wygrywa.

rules-title-zertz-boards = ZÈRTZ: plansze i wariant błyskawiczny
rules-text-zertz-boards = Zwykła plansza ma 37 pierścieni. Z tymi samymi kamieniami i celami można grać na 40, 43, 44, 48 albo 61: więcej miejsca, dłuższa partia i więcej sposobów na poświęcenie. Obrazek pokazuje 61.
    {""}**Wariant błyskawiczny** to krótka gra na 37 pierścieniach, w której każdego koloru jest o jeden kamień mniej: 5 białych, 7 szarych, 9 czarnych. Wygrywasz, gdy przejmiesz
    • 3 białe albo
    • 4 szare, albo
    • 5 czarnych, albo
    • po 2 każdego koloru.

rules-title-zertz-tournament = ZÈRTZ: zasady turniejowe
rules-text-zertz-tournament = Gra się na 48 albo 61 pierścieniach i dochodzą dwie zasady.
    {""}**Dotknięte — zagrane**: każdy wybór jest ostateczny: koloru, miejsca dla kamienia i pierścienia do usunięcia.
    {""}**Pominięte przejęcie**: wolno położyć kamień, choć można przejąć. Przeciwnik może wtedy
    • wykonać przejęcie,
    • **kazać Ci cofnąć ruch**: wszystko wraca na miejsce i teraz musisz wykonać przejęcie, albo
    • po prostu położyć kamień, a jeśli przejęcie było możliwe, z kolei Ty możesz kazać cofnąć ten ruch.
    Cofnąć można kazać tylko ostatni ruch, a ruch z pominiętym przejęciem nie może zakończyć partii.
    Na obrazku d4 mógłby przeskoczyć d5 albo odwrotnie, a jednak kamień trafia na g3: taki ruch można kazać cofnąć.

rules-title-zertz-zerc = ZERC: inne zasady
rules-text-zertz-zerc = Pokrewna gra na 37 albo 61 pierścieniach, z 6 białymi, 8 szarymi i 10 czarnymi kamieniami. Różni się tym:
    • Kamień nie może przeskoczyć kamienia swojego koloru.
    • Przeskoczone kamienie są Ci tylko zaliczane i wracają do banku. Bank się uzupełnia, a własnych kamieni nikt nie kładzie.
    • Odizolowane kamienie przejmuje się zawsze. Wychodzą z gry i się liczą.
    • Wygrywasz, mając 4 białe albo 5 szarych, albo 6 czarnych, albo **po jednym każdego koloru**.
    Cała reszta jest jak w ZÈRTZ.
    Na obrazku skakać mogą tylko kamienie w obwódce: biały nigdy przez biały.

rules-title-zertz-notation = ZÈRTZ: zapis ruchów
rules-text-zertz-notation = Kolumny mają litery od lewej, a pola liczy się od dołu kolumny, według planszy z początku partii. W to biały, G szary, B czarny (od angielskich nazw).
    `Wd4-b2` biały na d4, pierścień b2 usunięty
    `Wd4` biały na d4, wolnego pierścienia nie było
    `Wd4-b2~` odizolowane kamienie zostają na planszy
    `xe3g3e5` kamień z e3 skacze na g3 i e5
    `-` wymuszony pas
    `!` turniej: każe cofnąć ruch z pominiętym przejęciem
    Odstępy i wielkość liter nie mają znaczenia, a bot rozumie też zapisy z innych serwisów. Gdy coś jest dwuznaczne, zapyta.
    Obrazek pokazuje `Wd4-b2`.

## TZAAR

rules-title-tzaar-goal = TZAAR: cel gry
rules-text-tzaar-goal = Białe i czarne mają po 30 pionów: 6 **Tzaarów** (gwiazda, Z), 9 **Tzarr** (pierścień, R) i 15 **Tottów** (kropka, T). Wszystkie chodzą tak samo, ale potrzebujesz wszystkich trzech rodzajów:
    • kto nie ma już widocznego piona któregoś rodzaju, od razu przegrywa;
    • kto na początku swojego ruchu nie może nic przejąć, przegrywa.
    Plansza ma 60 pól. Środka nie ma i każda linia się na nim urywa.
    Białe zaczynają od jednego przejęcia. Potem każdy ruch ma dwie części: **najpierw przejęcie**, a po nim drugie przejęcie, wzmocnienie albo pas.

rules-title-tzaar-capture = TZAAR: przejęcie
rules-text-tzaar-capture = Pion idzie po linii przez puste pola do pierwszego napotkanego piona. Jeśli należy on do przeciwnika **i nie jest wyższy od Twojego**, przejmujesz go: schodzi z planszy razem z całym stosem, a Twój staje na jego miejscu.
    Nie wolno przeskakiwać pionów ani środka, nie wolno też stanąć na pustym polu.
    Obrazek pokazuje, co może przejąć Tott z d4.
    Każdy ruch zaczyna się od przejęcia. Drugą część można wykonać tym samym pionem albo innym.

rules-title-tzaar-stacking = TZAAR: wzmocnienie
rules-text-tzaar-stacking = Jako drugą część ruchu możesz postawić pion na **własnym**: tak samo, po linii do pierwszego napotkanego. Staje on na wierzchu; odtąd to jeden stos i chodzi w całości. Stos może być dowolnie wysoki; mała cyfra to jego wysokość.
    Stos może przejąć tylko pion lub stos co najmniej tak samo wysoki. Widoczny jest jednak tylko pion na wierzchu: to, co pod spodem, nie ratuje swojego rodzaju.
    Na obrazku białe przejmują Tzaarem, a potem stos z Tzarrą na wierzchu wchodzi na Totta.

rules-title-tzaar-end = TZAAR: koniec partii
rules-text-tzaar-end = • **Zniknął rodzaj**: u przeciwnika nie widać Tzaara, Tzarry albo Totta. Wygrywasz od razu, nawet w połowie ruchu.
    • **Nie ma przejęcia**: przeciwnik jest na ruchu i nie może nic przejąć. Wygrywasz.
    Nie zakryj swojego ostatniego widocznego piona któregoś rodzaju: wolno to zrobić, ale się przegrywa. Bot ostrzeże.
    Pozycji remisowych nie ma: każdy ruch zdejmuje co najmniej jeden pion. Na remis można się jednak umówić.
    Na obrazku biały stos z i2 przejmuje f2, a stamtąd ostatnią Tzarrę na f3.
    Licz więc: Tzaarów jest mało i często to one decydują. I nie wzmacniaj zbyt chętnie: każde wzmocnienie to o jedno przejęcie mniej.

rules-title-tzaar-setups = TZAAR: ustawienia
rules-text-tzaar-setups = Gra jest zawsze ta sama; różni się tylko to, jak piony trafiają na planszę.
    • **TZAAR**: ustawienie z instrukcji, jak na obrazku.
    • **Losowe**: wszystkie 60 pionów rozkłada los. Losowanie jest uczciwe i każdy może je potem sprawdzić.
    • **Ustawienie przez graczy**: plansza jest pusta; białe i czarne na przemian stawiają po jednym swoim pionie dowolnego rodzaju na dowolnym pustym polu. Gdy na planszy stoi już 60 pionów, białe zaczynają partię. Do tego czasu żaden rodzaj nie liczy się jako brakujący.

rules-title-tzaar-notation = TZAAR: zapis ruchów
rules-text-tzaar-notation = Kolumny mają litery od lewej, a pola liczy się od dołu kolumny. Środek nie ma numeru, więc kolumna e kończy się na e8. Z to Tzaar, R Tzarra, T Tott.
    `a1xb2 c3xd4` dwa przejęcia
    `a1xb2 c3+c4` przejęcie, a c3 staje na c4
    `a1xb2 -` przejęcie i pas
    `a1xb2` samo: pierwszy ruch partii albo przejęcie, które wygrywa
    `Zc3` Tzaar staje na c3, przy ustawieniu przez graczy
    Odstępy i wielkość liter nie mają znaczenia.
    Obrazek pokazuje `a1xb2 c3+c4`.
