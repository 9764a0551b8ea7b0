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

welcome = 👋 **Witaj w Hexpost!** Tu gra się ze znajomymi w ZÈRTZ i TZAAR, ruch po ruchu, gdy masz chwilę. Gdy przyjdzie Twoja kolej, dostaniesz powiadomienie. Nie znasz tych gier? Lekcja zajmie dwie minuty. Ta wiadomość przychodzi tylko raz; `/{ cmd-help }` jest zawsze pod ręką.
challenge-anyone = W co chcesz zagrać? Wybierz grę, a pojawi się tu otwarte wyzwanie: zagra z Tobą ten, kto pierwszy je przyjmie. Aby rzucić wyzwanie konkretnej osobie, użyj `/{ cmd-challenge }`.

learn-title = **Nauka przez grę.** Każda lekcja to pozycja z zadaniem; rozwiązuje się ją tymi samymi przyciskami co w partii.
learn-progress = Rozwiązane lekcje: { $count } z { $all }.
learn-complete = Wszystkie lekcje rozwiązane. Czas na prawdziwą partię!
learn-choose = Wybierz lekcję
learn-solved = { $title } (rozwiązana)
lesson-head = **{ $title }** · lekcja { $number } z { $count }
lesson-you = Ty
lesson-opponent = Przeciwnik
lesson-right = ✅ **Dobrze!** { $praise }
lesson-wrong = **Nie całkiem.** { $why }
lesson-answer = Można tak: `{ $turn }` — { $said }. Teraz Twoja kolej.
lesson-closed = Lekcja zamknięta. Wszystkie lekcje: `/{ cmd-learn }`.

lesson-title-zertz-placing = ZÈRTZ: postaw i zabierz
lesson-goal-zertz-placing = Połóż kamień na pierścieniu i zabierz wolny pierścień z brzegu. Ale ostrożnie: kto może skoczyć, ten musi, a następny ruch należy do przeciwnika. **Postaw tak, żeby nie dało się nic przejąć.**
lesson-praise-zertz-placing = Dwa kamienie obok siebie i pusty pierścień za nimi to już przejęcie. Tu zostało między nimi miejsce.

lesson-title-zertz-capture = ZÈRTZ: przejęcie
lesson-goal-zertz-capture = Możliwe są dwa skoki i jeden z nich trzeba wykonać. Białych kamieni jest najmniej: cztery wystarczą do wygranej. **Przejmij biały.**
lesson-praise-zertz-capture = Twój jest kamień przeskoczony, obojętnie jakiego koloru był ten, który skakał.

lesson-title-zertz-chain = ZÈRTZ: łańcuch
lesson-goal-zertz-chain = Ten sam kamień skacze, dopóki może, a na rozwidleniu wybierasz drogę. **Znajdź łańcuch, który przejmuje trzy kamienie.**
lesson-praise-zertz-chain = Trzy w jednym ruchu. Nie trzeba iść najdłuższą drogą, ale dobrze ją widzieć.

lesson-title-zertz-isolation = ZÈRTZ: odcięcie
lesson-goal-zertz-isolation = Biały kamień na g4 trzyma się planszy jednym pierścieniem. **Odetnij go**: połóż kamień gdziekolwiek i zabierz pierścień, który łączy go z resztą.
lesson-praise-zertz-isolation = Obyło się bez skoku: co odcięte i zapełnione, to Twoje, razem z pierścieniami.

lesson-title-zertz-sacrifice = ZÈRTZ: poświęcenie
lesson-goal-zertz-sacrifice = Nie ma czego przejąć, a jednak dwa kamienie mogą być Twoje. **Postaw kamień, który przeciwnik musi przejąć, tak, by potem przejąć dwa.** Pomyśl, gdzie wyląduje skaczący kamień.
lesson-praise-zertz-sacrifice = Oddajesz jeden, dostajesz dwa. O to właśnie chodzi w ZÈRTZ.

lesson-title-tzaar-capture = TZAAR: przejęcie
lesson-goal-tzaar-capture = Grasz Białymi. Figura idzie po linii do pierwszej napotkanej i ją przejmuje, chyba że tamta jest wyższa. W ruchu można przejmować dwa razy. Jeden czarny Tzaar to stos dwóch figur, za wysoki; **przejmij tego drugiego.**
lesson-praise-tzaar-capture = Pierwsze przejęcie otworzyło linię dla drugiego. Ta sama figura może iść dwa razy.

lesson-title-tzaar-stacking = TZAAR: wzmocnienie
lesson-goal-tzaar-stacking = Grasz Białymi, a Tzaar na d3 jest Twój ostatni: gdy zostanie przejęty, partia jest przegrana. Najpierw trzeba przejmować; **potem wzmocnij Tzaara**, by żadna czarna figura nie była dość wysoka, żeby go przejąć.
lesson-praise-tzaar-stacking = Stosu dwóch figur pojedyncze nie przejmą, a Tzaar jest na wierzchu, tam gdzie się liczy.

lesson-title-tzaar-kinds = TZAAR: trzy rodzaje
lesson-goal-tzaar-kinds = Grasz Białymi. Czarne mają kilka Tzaarów i Tottów, ale tylko jedną Tzarrę: stos na e2. Dość wysoki jest tylko Twój stos na b2, a na drodze stoi mu własna figura. **Wygraj w tym ruchu.**
lesson-praise-tzaar-kinds = Bez Tzarry Czarne przegrały, choćby zostało im wiele figur. Zawsze licz wszystkie trzy rodzaje, także u siebie.

## What was missed

missed-capture = Po tym ruchu przeciwnik może przejąć: `{ $reply }` ({ $said }).
missed-kind = W ten sposób przejmujesz co innego: { $said }.
missed-chain = { $count ->
    [one] W ten sposób przejmujesz { $count } kamień; jest dłuższy łańcuch.
    [few] W ten sposób przejmujesz { $count } kamienie; jest dłuższy łańcuch.
   *[other] W ten sposób przejmujesz { $count } kamieni; jest dłuższy łańcuch.
}
missed-isolation = Nic nie zostało odcięte. Trzeba zabrać ten pierścień, który leży między kamieniem a resztą planszy.
missed-claim = Kamień jest odcięty, ale zostaje na planszy i nikt go już nie przejmie.
missed-bait = Po tym ruchu przeciwnik nie musi przejmować. Przynęta musi leżeć tam, gdzie trzeba ją przeskoczyć albo gdzie sama musi skakać.
missed-return = Przeciwnik odpowiada `{ $reply }` i nie da się już przejąć dwóch.
missed-loss = Przeciwnik odpowiada `{ $reply }` i wygrywa ({ $reason }).
missed-own-loss = Tym ruchem od razu przegrywasz ({ $reason }).
missed-win = Po tym ruchu partia toczy się dalej, a miała się skończyć od razu.
