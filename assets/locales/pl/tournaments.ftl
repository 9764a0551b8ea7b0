# Turnieje.

## Polecenia

cmd-tournament = turniej
cmd-tournament-about = Turnieje na tym serwerze
cmd-tournament-create = utwórz
cmd-tournament-create-about = Utwórz turniej albo ligę
cmd-tournament-join = dołącz
cmd-tournament-join-about = Zapisz się na turniej
cmd-tournament-leave = wypisz
cmd-tournament-leave-about = Wypisz się z turnieju przed jego początkiem
cmd-tournament-table = tabela
cmd-tournament-table-about = Tabela turnieju; stąd prowadzi go też organizator
cmd-tournament-games = partie
cmd-tournament-games-about = Partie turnieju z odnośnikami
cmd-tournament-withdraw = wycofaj
cmd-tournament-withdraw-about = Wycofaj się z trwającego turnieju
cmd-tournament-tournament = turniej
cmd-tournament-tournament-about = Który turniej, jeśli jest ich kilka

## Systemy

tournament-format-round-robin = Każdy z każdym, dwie rundy
tournament-format-swiss = System szwajcarski, po dwie partie
tournament-format-knockout = System pucharowy
tournament-format-league = Liga
tournament-about-round-robin = Każdy gra z każdym, raz jako pierwszy i raz jako drugi. Do 16 graczy.
tournament-about-swiss = Kilka rund; przeciwnik ma tyle punktów, co ty. Dla wielu graczy.
tournament-about-knockout = Mecze po dwie partie; kto przegra mecz, odpada.
tournament-about-league = Grupy po 6–8 graczy, sezon za sezonem, z awansem i spadkiem.

## Nowy turniej

tournament-new = 🏆 **Nowy turniej** · { $page }/2
tournament-new-how = Wybierz warunki. **Utwórz…** zapyta o nazwę i ogłosi turniej na tym kanale.
tournament-pick-format = System
tournament-pick-game = Gra
tournament-pick-pace = Czas na ruch
tournament-pick-start = Kiedy się zacznie
tournament-pick-role = Kto może grać (domyślnie wszyscy)
tournament-pick-games = Partie jednocześnie
tournament-pick-days = Czas na rundę
tournament-pick-vacation = Urlopy
tournament-start-full = Zacznie się, gdy zbierze się komplet
tournament-start-manually = Zaczniesz go samodzielnie
tournament-start-at = Zacznie się o porze podanej w „Liczbach”
tournament-games-at-once = { $count ->
    [0] Wszystkie partie rundy od razu
    [one] Najwyżej { $count } partia gracza jednocześnie
    [few] Najwyżej { $count } partie gracza jednocześnie
   *[other] Najwyżej { $count } partii gracza jednocześnie
}
tournament-days-each = { $count ->
    [0] Rundy bez terminu
    [one] { $count } dzień na rundę
    [few] { $count } dni na rundę
   *[other] { $count } dni na rundę
}
tournament-vacation-days = { $count ->
    [0] Bez urlopów
    [one] Urlop najwyżej { $count } dzień
    [few] Urlop najwyżej { $count } dni
   *[other] Urlop najwyżej { $count } dni
}
key-tournament-numbers = Liczby…
key-tournament-more = Dalej
key-tournament-back = Wstecz
key-tournament-make = Utwórz…
tournament-numbers-title = Liczby
tournament-numbers-size = Ilu graczy najwyżej
tournament-numbers-ratings = Ranking od – do (puste: dowolny)
tournament-numbers-ratings-example = np. 1400 – 1800
tournament-numbers-start = Początek (puste: bez terminu)
tournament-numbers-start-example = np. 2027-01-31 18:00
tournament-numbers-days = Dni na rundę (system szwajcarski)
tournament-numbers-vacation = Ile dni urlopu najwyżej
tournament-name-title = Nazwa
tournament-name-label = Jak się nazywa?
tournament-made = Turniej jest ogłoszony na tym kanale. Twoje przyciski są pod **Organizacja**.
tournament-problem = ⚠️ Nie udało się: { $why }
tournament-start-missing = Turniej ma się zacząć o ustalonej porze, ale jakiej? Podaj ją w **Liczbach** albo wybierz inny początek.
tournament-no-number = `{ $text }` nie jest liczbą od { $from } do { $to }.
tournament-no-ratings = Nie rozumiem rankingów: `{ $text }`. Wpisz dwie liczby, np. `1400 – 1800`, albo jedną z kreską: `1400 –`.
tournament-no-start = Nie rozumiem tej pory: `{ $text }`. Wpisz ją tak: `2027-01-31 18:00`, według twojego czasu ({ $zone }).
tournament-start-past = Ta pora już minęła: { $when }. Wybierz przyszłą.
tournament-no-name = Turniej musi mieć nazwę.
tournament-no-server = Turnieje są możliwe tylko na serwerach, do których należę.

## Karta

tournament-title = 🏆 **{ $name }**
tournament-what = { $variant } · { $format } · { $pace } · { $rated }
tournament-rated = rankingowy
tournament-unrated = bez rankingu
tournament-entrants = { $count ->
    [0] **Gracze:** jeszcze nikt; miejsc: { $most }
   *[other] **Gracze:** { $count } z { $most }: { $list }
}
tournament-and-others = i jeszcze { $count }
tournament-starts-full = { $count ->
    [one] Zacznie się, gdy dołączy jeszcze { $count } osoba.
    [few] Zacznie się, gdy dołączą jeszcze { $count } osoby.
   *[other] Zacznie się, gdy dołączy jeszcze { $count } osób.
}
tournament-starts-at = Zacznie się { $when }.
tournament-starts-manually = Zaczyna { $player }.
tournament-only-roles = Tylko dla { $roles }.
tournament-ratings-between = Tylko z rankingiem od { $from } do { $to }.
tournament-ratings-above = Tylko z rankingiem od { $from }.
tournament-ratings-below = Tylko z rankingiem do { $to }.
tournament-commitment = -# Rozstawienie i losowanie można sprawdzić: skrót ich sekretu to `{ $hash }`.
tournament-organised = -# Organizuje { $player }.
tournament-round-of = Runda { $number } z { $all }
tournament-season = Sezon { $number }
tournament-season-division = Sezon { $number } · grupa { $at }
tournament-all-rounds = wszystkie rundy
tournament-until = Do { $when }.
tournament-playing = **Trwające partie:**
tournament-playing-none = W tej chwili nie toczy się żadna partia.
tournament-game = { $first } – { $second } → { $place }
tournament-game-soon = { $first } – { $second }: wkrótce się zacznie
tournament-more-games = { $count ->
    [one] … i jeszcze { $count } partia: `/{ cmd-tournament } { cmd-tournament-games }`
    [few] … i jeszcze { $count } partie: `/{ cmd-tournament } { cmd-tournament-games }`
   *[other] … i jeszcze { $count } partii: `/{ cmd-tournament } { cmd-tournament-games }`
}
tournament-over = **Turniej zakończony.**
tournament-winner = 🥇 Wygrywa { $player }!
tournament-winners = 🥇 Pierwsze miejsce dzielą { $players }
tournament-cancelled = Turniej odwołano.
tournament-withdrawn-list = Wycofali się: { $players }
tournament-annulled-list = Wycofali się, wyniki nie liczą się: { $players }
key-tournament-join = Dołącz
key-tournament-leave = Wypisz się
key-tournament-table = Tabela
key-tournament-games = Partie
key-tournament-withdraw = Wycofaj się
key-tournament-organise = Organizacja
key-tournament-division = Grupa { $number }
key-tournament-draw = Losowanie
table-points = Pkt
table-tie-break = SB.
table-bye = wolne
table-alt = Tabela turnieju. { $table }
round-final = Finał
round-semifinal = Półfinały
round-quarterfinal = Ćwierćfinały
round-last = Ostatnich { $players }

## Udział

tournament-joined = Grasz w turnieju **{ $name }**! Na początku rundy zawołam cię jeden raz i podam odnośniki do twoich partii.
tournament-left = Nie grasz już w turnieju **{ $name }**.
tournament-withdraw-sure = Wycofać się z turnieju **{ $name }**? Niedokończone partie będą przegrane. Jeśli w turnieju każdy z każdym albo w lidze masz za sobą mniej niż połowę partii, wszystkie twoje wyniki zostaną anulowane.
tournament-you-withdrew = Wycofano cię z turnieju **{ $name }**.
tournament-none-open = Na tym serwerze nie ma teraz turnieju, na który można się zapisać. Nowy: `/{ cmd-tournament } { cmd-tournament-create }`.
tournament-none-joined = Nie ma tu turnieju, z którego można by cię wypisać.
tournament-none-running = Nie grasz tu w żadnym trwającym turnieju.
tournament-none = Na tym serwerze nie było jeszcze turnieju. Pierwszy: `/{ cmd-tournament } { cmd-tournament-create }`.
tournament-which = Który turniej?
tournament-games-title = **{ $name }**: partie
tournament-games-none = Nie ma jeszcze partii.
tournament-games-line = `{ $number }` { $first } { $score } { $second } { $place }
tournament-page = Strona { $page } z { $pages }

tournament-draw-title = **{ $name }**: rozstawienie i losowanie
tournament-draw-how = Przy tworzeniu turnieju wylosowano sekret, a jego skrót był na karcie. Razem z numerami wszystkich zapisów i startu daje on to losowanie: `{ $hash }`. Pierwszy jest ten, kto ma najmniejszy los.

## Ogłoszenia

tournament-round-began = { $player } **{ $name }**, { $round }: twoje partie już trwają.
tournament-round-bye = { $player } **{ $name }**, { $round }: w tej rundzie masz wolne i dostajesz punkt.
tournament-your-game = przeciwnik: { $opponent } → { $place }
tournament-your-game-soon = przeciwnik: { $opponent }; otworzy się za kilka minut, link znajdziesz w `/{ cmd-tournament } { cmd-tournament-games }`
tournament-your-game-later = przeciwnik: { $opponent }; początek, gdy skończy się jedna z twoich partii
tournament-your-deadline = Runda kończy się { $when }.
tournament-overdue = { $player } **{ $name }**, { $round }: czas minął, a partie jeszcze trwają. Masz dzień, aby je rozstrzygnąć; potem przegra ten, kto ma ruch.
tournament-results = **{ $name }**, wyniki, { $round }:
tournament-result = { $first } { $score } { $second }
tournament-ended = 🏆 **{ $name }**: turniej zakończony. { $winner }
tournament-thread = 🏆 { $name } · turniej

## Ekran organizatora

tournament-not-yours = Mogą to zrobić tylko organizator i osoby zarządzające serwerem.
tournament-organise = ⚙️ **{ $name }** · organizacja
tournament-organise-open = { $count ->
    [0] Jeszcze nikt się nie zapisał.
    [one] Zapisała się { $count } osoba.
    [few] Zapisały się { $count } osoby.
   *[other] Zapisało się { $count } osób.
}
tournament-blocked-pairs = ⚠️ Ci gracze się zablokowali, a musieliby ze sobą zagrać: { $pairs }. Mimo to możesz zacząć.
tournament-blocked-pair = { $first } i { $second }
key-tournament-start = Zacznij
key-tournament-adjudicate = Rozstrzygnij partię
key-tournament-players = Gracze
key-tournament-extend = Przedłuż rundę
key-tournament-cancel = Odwołaj turniej
key-tournament-hand-over = Przekaż
key-tournament-export = Eksport
key-tournament-cancel-surely = Tak, odwołaj
tournament-started = Turniej się zaczął. Pierwsze partie zaraz się pojawią.
tournament-start-sure = Zacząć **{ $name }**? Potem nie będzie można dołączyć.
tournament-cancel-sure = Odwołać **{ $name }**? Trwające partie będą zwykłymi partiami, a zwycięzcy nie będzie.
tournament-cancel-done = Turniej **{ $name }** odwołano.
tournament-which-game = Która partia?
tournament-decide = Jak zaliczyć partię { $first } – { $second }?
tournament-decide-first = Wygrywa { $player }
tournament-decide-draw = Remis
tournament-decide-neither = Przegrana obojga
tournament-decided = Wynik zaliczono: { $first } { $score } { $second }.
tournament-no-open-games = Nie ma partii do rozstrzygnięcia.
tournament-players-how = Wybierz gracza, aby go wycofać lub zastąpić.
tournament-which-player = Który gracz?
tournament-player = { $player }: wycofać, czy wybrać kogoś na to miejsce?
tournament-pick-replacement = Kto przejmuje miejsce?
key-tournament-withdraw-player = Wycofaj
tournament-player-withdrawn = Wycofano: { $player }.
tournament-player-replaced = { $other } przejmuje miejsce, na którym grał(a) { $player }.
tournament-extend-how = O ile przedłużyć rundę?
tournament-extend-by = { $count ->
    [one] O { $count } dzień
    [few] O { $count } dni
   *[other] O { $count } dni
}
tournament-extended = Runda kończy się teraz { $when }.
tournament-pick-organiser = Kto ma go organizować?
tournament-handed-over = Turniej **{ $name }** organizuje teraz { $player }.
tournament-exported = **{ $name }**: tabela i partie jako CSV, wszystko jako JSON oraz raport dla programów kojarzących (TRF).
tournament-exported-no-report = **{ $name }**: tabela i partie jako CSV, wszystko jako JSON.
tournament-seat-choice = { $player }, twój mecz w turnieju **{ $name }** jest nierozstrzygnięty. Wybierz kolejność w decydującej partii:
tournament-seat-first = Zaczynam ja
tournament-seat-second = Zaczyna przeciwnik
tournament-seat-chosen = Wybór przyjęty, zaczyna się decydująca partia.

## Serwery i profile

server-settings-tournaments = Kto może tworzyć turnieje: { $players }
server-pick-tournaments = Kto może tworzyć turnieje (domyślnie wszyscy)
key-server-tournaments = Turnieje
server-pick-champion = Rola dla zwycięzców turniejów (domyślnie żadna)
server-settings-champion = Rola dla zwycięzców turniejów: { $role }
profile-titles = 🏆 Wygrane turnieje: { $titles }
profile-title-once = „{ $name }” ({ $when })
profile-title-season = „{ $name }”, sezon { $number }, grupa { $at } ({ $when })
