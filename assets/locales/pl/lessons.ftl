# Lessons, and the first words to someone new.

cmd-learn = nauka
cmd-learn-about = Naucz się grać, grając: krótkie lekcje, w każdej jedna pozycja
key-learn = Lekcje
key-first-lesson = Pierwsza lekcja
key-challenge = Wyzwanie
key-settings = Ustawienia
key-next-lesson = Następna lekcja
key-lesson-again = Jeszcze raz
key-lesson-answer = Pokaż
key-lessons = Wszystkie lekcje
key-how-to-play = Jak grać
key-lesson-start = Zaczynamy

about-title = { $game }: o co chodzi?
about-zertz = Kamienie są niczyje: obie strony grają białymi, szarymi i czarnymi na planszy z pierścieni, która stopniowo się kurczy. **Przejęcie** to skok nad kamieniem, jak w warcabach: przeskoczony kamień jest Twój. **Wygrywasz**, gdy masz 4 białe, 5 szarych lub 6 czarnych kamieni albo po 3 każdego koloru.
about-tzaar = Białe przeciw czarnym, każda strona ma piony trzech rodzajów: Tzaary (gwiazda), Tzarry (pierścień) i Totty (kropka). Każdy ruch zaczyna się od **przejęcia**: pion idzie po linii do pierwszego napotkanego i zajmuje jego miejsce, jeśli to pion przeciwnika i nie jest wyższy. Potem drugie przejęcie albo wzmocnienie: stawiasz swój pion na swoim i powstaje stos. **Wygrywasz**, gdy przeciwnik straci wszystkie piony jednego rodzaju albo nie może niczego przejąć.
poster-alt = Dwie gry obok siebie. ZÈRTZ: białe, szare i czarne kamienie na planszy z pierścieni, z której część usunięto; dwie strzałki pokazują, jak szary kamień przeskakuje biały i czarny i je przejmuje. TZAAR: białe i czarne piony z gwiazdami, pierścieniami i kropkami na sześciokącie z linii, niektóre w stosach po dwa do czterech; strzałki pokazują dwa przejęcia.

welcome = 👋 **Cześć, tu Hexpost!** Zagrasz tu ze znajomymi albo z komputerem w ZÈRTZ i TZAAR, ruch po ruchu, kiedy masz chwilę. Gdy przyjdzie Twoja kolej, dostaniesz powiadomienie. Nie znasz tych gier? Naciśnij **Jak grać**: to dwie minuty. Ta wiadomość przychodzi tylko raz; { $help } jest zawsze pod ręką.
challenge-anyone = Przeciwnik: ktokolwiek
challenge-form-open = **Nowe wyzwanie.** Przyjąć je może każdy: zagra z Tobą pierwsza osoba, która to zrobi.
challenge-form-to = **Nowe wyzwanie**. Przeciwnik: { $opponent }
challenge-form-more = -# Kto zaczyna, notka i inne opcje: { $challenge }
challenge-problem = ⚠️ { $why }
challenge-pace = Tempo
challenge-rated-yes = ⭐ Ranking: tak
challenge-rated-no = Ranking: nie
key-challenge-send = Wyślij
key-challenge-send-open = Rzuć wyzwanie

learn-title = **Nauka przez grę.** Każda lekcja to pozycja z zadaniem; rozwiązuje się ją tymi samymi przyciskami co w partii.
learn-progress = Rozwiązane lekcje: { $count } z { $all }.
learn-complete = Wszystkie lekcje rozwiązane. Czas na prawdziwą partię!
learn-choose = Wybierz lekcję
learn-solved = { $title } (rozwiązana)
lesson-head = **{ $title }** · lekcja { $number } z { $count }
lesson-you = Ty
lesson-opponent = Przeciwnik
lesson-right = ✅ **Dobrze!** { $praise }
lesson-wrong = **Nie do końca.** { $why }
lesson-answer = Można tak: `{ $turn }` — { $said }. Teraz Twoja kolej.
lesson-closed = Lekcja zamknięta. Wszystkie lekcje: `/{ cmd-learn }`.

lesson-title-zertz-placing = ZÈRTZ: połóż i usuń
lesson-goal-zertz-placing = Połóż kamień na pierścieniu i usuń wolny pierścień z brzegu. Ale ostrożnie: kto może przejąć, ten musi, a następny ruch należy do przeciwnika. **Połóż kamień tak, żeby nie dało się nic przejąć.**
lesson-praise-zertz-placing = Dwa kamienie obok siebie i pusty pierścień w tej samej linii to już przejęcie. Twój kamień zachowuje odstęp.

lesson-title-zertz-capture = ZÈRTZ: przejęcie
lesson-goal-zertz-capture = Możliwe są dwa skoki i jeden z nich trzeba wykonać. Białych kamieni jest najmniej: cztery wystarczą do wygranej. **Przejmij biały.**
lesson-praise-zertz-capture = Przeskoczony kamień jest Twój, bez względu na kolor tego, który skakał.

lesson-title-zertz-chain = ZÈRTZ: łańcuch
lesson-goal-zertz-chain = Ten sam kamień skacze, dopóki może, a na rozwidleniu wybierasz drogę. **Znajdź łańcuch, który przejmuje trzy kamienie.**
lesson-praise-zertz-chain = Trzy w jednym ruchu. Nie trzeba iść najdłuższą drogą, ale dobrze ją widzieć.

lesson-title-zertz-isolation = ZÈRTZ: odizolowanie
lesson-goal-zertz-isolation = Biały kamień na g4 łączy się z planszą tylko jednym pierścieniem. **Odizoluj go**: połóż kamień gdziekolwiek i usuń ten łączący pierścień.
lesson-praise-zertz-isolation = Obyło się bez skoku: co odizolowane i w całości zajęte, to Twoje, razem z pierścieniami.

lesson-title-zertz-sacrifice = ZÈRTZ: poświęcenie
lesson-goal-zertz-sacrifice = Nie ma czego przejąć, a jednak dwa kamienie mogą być Twoje. **Połóż kamień tak, żeby przeciwnik musiał wykonać przejęcie, po którym Ty przejmiesz dwa.** Pomyśl, gdzie wyląduje skaczący kamień.
lesson-praise-zertz-sacrifice = Oddajesz jeden, dostajesz dwa. O to właśnie chodzi w ZÈRTZ.

lesson-title-tzaar-capture = TZAAR: przejęcie
lesson-goal-tzaar-capture = Grasz białymi. Pion idzie po linii do pierwszego napotkanego i przejmuje go, jeśli jest czarny i nie wyższy. W jednym ruchu możesz wykonać dwa przejęcia. Jeden czarny Tzaar stoi na stosie z dwóch pionów, a to za wysoko; **przejmij tego drugiego.**
lesson-praise-tzaar-capture = Pierwsze przejęcie otworzyło linię dla drugiego. Ten sam pion może iść dwa razy.

lesson-title-tzaar-stacking = TZAAR: wzmocnienie
lesson-goal-tzaar-stacking = Grasz białymi, a Tzaar na d3 jest Twoim ostatnim: gdy zostanie przejęty, przegrywasz. Najpierw trzeba wykonać przejęcie; **potem zabezpiecz Tzaara wzmocnieniem**, żeby żaden czarny pion nie był dość wysoki, by go przejąć.
lesson-praise-tzaar-stacking = Pojedyncze piony nie przejmą stosu z dwóch, a Tzaar jest na wierzchu, tam gdzie się liczy.

lesson-title-tzaar-kinds = TZAAR: trzy rodzaje
lesson-goal-tzaar-kinds = Grasz białymi. Czarne mają kilka Tzaarów i Tottów, ale tylko jedną Tzarrę: stos na e2. Dość wysoki jest tylko Twój stos na b2, a na drodze stoi mu Twój własny pion. **Wygraj w tym ruchu.**
lesson-praise-tzaar-kinds = Bez widocznej Tzarry czarne przegrywają, choćby zostało im wiele pionów. Zawsze licz wszystkie trzy rodzaje, także u siebie.

## What was missed

missed-capture = Po tym ruchu przeciwnik może wykonać przejęcie: `{ $reply }` ({ $said }).
missed-kind = W ten sposób przejmujesz coś innego: { $said }.
missed-chain = { $count ->
    [one] W ten sposób przejmujesz { $count } kamień; jest dłuższy łańcuch.
    [few] W ten sposób przejmujesz { $count } kamienie; jest dłuższy łańcuch.
   *[other] W ten sposób przejmujesz { $count } kamieni; jest dłuższy łańcuch.
}
missed-isolation = Nic nie zostało odizolowane. Trzeba usunąć pierścień, który leży między kamieniem a resztą planszy.
missed-claim = Kamień jest odizolowany, ale zostaje na planszy i nikt go już nie przejmie.
missed-bait = Po tym ruchu przeciwnik nie musi wykonać przejęcia. Przynęta musi leżeć tam, gdzie trzeba ją przeskoczyć albo skąd sama będzie musiała skoczyć.
missed-return = Przeciwnik odpowiada `{ $reply }` i nie da się już przejąć dwóch kamieni.
missed-loss = Przeciwnik odpowiada `{ $reply }` i wygrywa ({ $reason }).
missed-own-loss = Tym ruchem od razu przegrywasz ({ $reason }).
missed-win = Po tym ruchu partia toczy się dalej, a miała się skończyć od razu.
