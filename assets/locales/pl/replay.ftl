# Looking back: replays, finished games, records, games brought along, the fair draw.

cmd-replay = powtórka
cmd-replay-about = Obejrzyj partię: ruch po ruchu albo jako animację
cmd-replay-game = partia
cmd-replay-game-about = Która partia; w jej wątku można pominąć
cmd-replay-turn = ruch
cmd-replay-turn-about = Po którym ruchu; 0 to początek
cmd-replay-from = od
cmd-replay-from-about = Animacja od tego ruchu
cmd-replay-to = do
cmd-replay-to-about = Animacja do tego ruchu

cmd-history = historia
cmd-history-about = Twoje zakończone partie
cmd-history-opponent = przeciwnik
cmd-history-opponent-about = Tylko partie z tą osobą
cmd-history-game = gra
cmd-history-game-about = Tylko ta gra
cmd-history-variant = wariant
cmd-history-variant-about = Tylko ten wariant
cmd-history-result = wynik
cmd-history-result-about = Tylko z takim wynikiem

cmd-import = wczytaj
cmd-import-about = Wczytaj partię z innego miejsca, żeby ją obejrzeć
cmd-import-file = plik
cmd-import-file-about = Zapis: nasz tekst lub JSON, notacja gipf.com albo ZEN
cmd-import-text = tekst
cmd-import-text-about = To samo jako tekst; bez pliku i tekstu zobaczysz wczytane partie
cmd-import-board = plansza
cmd-import-board-about = Plansza, jeśli zapis jej nie podaje

zertz-name = ZÈRTZ
tzaar-name = TZAAR
score-won = wygrana
score-lost = przegrana
score-drawn = remis
score-nothing = bez wyniku

## Replays

key-jump = Przejdź do…
key-animation = Animacja
key-animation-part = Fragment…
key-record = Pobierz partię
key-fair = Jak losowano?
jump-title = Przejdź do ruchu
jump-turn = Numer ruchu (0 to początek)
part-title = Fragment partii jako animacja
part-from = Od ruchu
part-to = Do ruchu
no-such-turn = { $last ->
    [0] W tej partii nie ma jeszcze ruchów.
   *[other] Nie ma takiego ruchu: wybierz od 0 do { $last }, a dla animacji początek nie później niż koniec.
}
animation = 🎞️ { $variant }, ruchy od { $from } do { $to }
animation-alt = { $count ->
    [one] Animacja: { $count } ruch.
    [few] Animacja: { $count } ruchy.
   *[other] Animacja: { $count } ruchów.
}
animation-alt-ended = { $count ->
    [one] Animacja: { $count } ruch, do końca partii. { $result }
    [few] Animacja: { $count } ruchy, do końca partii. { $result }
   *[other] Animacja: { $count } ruchów, do końca partii. { $result }
}

exported-parts = { $count ->
    [one] To wszystko, co jest o Tobie przechowywane.
   *[other] To wszystko, co jest o Tobie przechowywane, w { $count } częściach: złożone po kolei dają jeden plik.
}
exported-too-large = Danych jest za dużo, by je tu wysłać. Poproś o nie osobę prowadzącą bota.

## Finished games

history-title = **Twoje zakończone partie**, najnowsze na górze:
history-title-of = **Twoje zakończone partie** ({ $filter }), najnowsze na górze:
history-none = Nie masz jeszcze takich partii.
history-none-yet = Nie masz jeszcze zakończonych partii.
history-open = Powtórka partii…
history-won = 🏆 **Wygrana**, przeciwnik: { $other } — { $variant }, { $count ->
    [one] { $count } ruch
    [few] { $count } ruchy
   *[other] { $count } ruchów
}, { $when }
history-lost = ▫️ **Przegrana**, przeciwnik: { $other } — { $variant }, { $count ->
    [one] { $count } ruch
    [few] { $count } ruchy
   *[other] { $count } ruchów
}, { $when }
history-drawn = 🤝 **Remis**, przeciwnik: { $other } — { $variant }, { $count ->
    [one] { $count } ruch
    [few] { $count } ruchy
   *[other] { $count } ruchów
}, { $when }
history-nothing = ✖️ **Bez wyniku**, przeciwnik: { $other } — { $variant }, { $count ->
    [one] { $count } ruch
    [few] { $count } ruchy
   *[other] { $count } ruchów
}, { $when }
key-latest = ⏮ Najnowsze
key-older = Starsze ▶

## Records

record-files = { $variant }: partia jako pliki, do archiwum albo innych programów.
imported = 📥 **Wczytana partia** — { $variant }. Widzisz ją tylko Ty; nigdzie się nie liczy.
import-list = { $count ->
    [0] Nie masz jeszcze wczytanych partii. Wyślij zapis poleceniem `/{ cmd-import }`, jako plik albo tekst: nasz tekst lub JSON, notacja gipf.com albo ZEN.
    [one] Masz { $count } wczytaną partię (limit: { $most }).
    [few] Masz { $count } wczytane partie (limit: { $most }).
   *[other] Masz { $count } wczytanych partii (limit: { $most }).
}
import-label = { $variant } · { $count ->
    [one] { $count } ruch
    [few] { $count } ruchy
   *[other] { $count } ruchów
} · { $date }
import-no-file = Nie udało się pobrać pliku z Discorda. Wyślij go, proszę, jeszcze raz.
import-drop-sure = Na pewno usunąć tę wczytaną partię?
import-dropped = Usunięto.
key-import-drop = Usuń
key-import-drop-surely = Tak, usuń
key-paste = Wklej zapis
key-paste-again = Popraw i ponów
paste-title = Zapis partii
paste-record = Zapis
paste-example = na przykład 1. Wd4-a1 | Gd5-b1

refused-imports = { $count ->
    [one] Możesz mieć { $count } wczytaną partię. Najpierw ją usuń: jest na liście `/{ cmd-import }`.
    [few] Możesz mieć { $count } wczytane partie. Najpierw usuń którąś: są na liście `/{ cmd-import }`.
   *[other] Możesz mieć { $count } wczytanych partii. Najpierw usuń którąś: są na liście `/{ cmd-import }`.
}
record-empty = Nie ma tu partii: ani jednego ruchu.
record-large = To za dużo jak na zapis partii: czytam najwyżej { $most } KiB.
record-no-text = To nie jest tekst. Zapis partii to plik tekstowy w UTF-8.
record-sgf = Nie obsługuję SGF: żaden serwis nie opisał swojego SGF dla tych gier na tyle, by dało się go odtworzyć bez zgadywania. Czytam nasz tekst i JSON, notację gipf.com oraz ZEN.
record-json = To nie jest JSON z zapisem partii: wiersz { $line }, znak { $column }.
record-line = Wiersz { $line }: { $problem }
record-whole = Tego zapisu nie da się odtworzyć: { $problem }
record-turn = ruch { $number }: { $problem }
record-turn-of = ruch { $number }, `{ $text }`: { $problem }
record-header = nagłówek pisze się tak: [Nazwa "wartość"].
record-unknown-header = nie ma nagłówka `{ $text }`.
record-repeated-header = nagłówek `{ $text }` się powtarza.
record-missing-header = brakuje nagłówka `{ $text }`.
record-variant = nie ma takiej gry ani wariantu.
record-rules = partia według zasad w wersji `{ $text }`, tutaj nieznanych.
record-result = wynik `{ $text }` to nie 1-0, 0-1, 1/2-1/2 ani *.
record-result-and-ending = wynik nie zgadza się z tym, jak kończy się partia.
record-ending = żadna partia nie kończy się tak: `{ $text }`.
record-round = powinien tu być numer { $number }, a nie `{ $text }`.
record-half-round = wiersz powinien mieć dwa ruchy oddzielone kreską; jeden może mieć tylko ostatni.
record-ended = partia skończyła się przed tym ruchem.
record-endless = nie ma tak długich partii.
record-start = partia zaczyna się od pozycji, od której tutaj żadna się nie zaczyna.
record-unclosed = komentarz albo wariant ma tylko jeden z dwóch nawiasów.
record-after-result = po wyniku jest jeszcze jakiś tekst. Wysyłaj, proszę, po jednej partii.
record-usual-board = { $problem } (Zapis nie podaje planszy, więc przyjęto 37 pierścieni. Jeśli była inna, wybierz ją w `{ cmd-import-board }`.)

## The fair draw

fair-title = **Losowanie w partii #{ $game }**
fair-kept = Partia #{ $game } tych samych graczy została odwołana niecałą dobę wcześniej, więc strony i ustawienie zostają te same. Oto jej losowanie:
fair-deal-drawn = Ustawienie wylosowano: numer { $seed }.
fair-deal-agreed = Pozycja początkowa jest w tej grze stała, nie losowano jej.
fair-sides-first = Strony wylosowano: zaczyna autor wyzwania.
fair-sides-second = Strony wylosowano: zaczyna osoba, która przyjęła wyzwanie.
fair-sides-agreed = Strony uzgodniono, nie losowano.
fair-commitment = • Razem z wyzwaniem ogłoszono skrót (hash) sekretu: `{ $commitment }`
fair-secret = • Sekret, ujawniony dopiero po przyjęciu wyzwania: `{ $secret }`
fair-card = • ID wiadomości z wyzwaniem: `{ $card }`
fair-no-card = • ID wiadomości z wyzwaniem nie było znane, zamiast niego jest 0.
fair-accept = • ID interakcji, którą przyjęto wyzwanie: `{ $accept }`
fair-draw = • Ich wspólny skrót rozstrzyga: `{ $hash }`
fair-check = Sprawdzisz to samodzielnie na dowolnym komputerze:
fair-read = Pierwszy wiersz musi dać skrót z wyzwania. W drugim pierwsze szesnaście cyfr to numer ustawienia zapisany szesnastkowo; jeśli siedemnasta jest parzysta, zaczyna autor wyzwania.
fair-trust = -# Gracze nie mogli na to wpłynąć, a osoba prowadząca bota nie mogłaby tego zrobić bez zostawienia śladu: Discord umieszcza ID interakcji przy publicznej odpowiedzi (`interaction_metadata.id`). Gdy odpowiedź widziała tylko jedna osoba, publicznego śladu nie ma.
fair-wrong = ⚠️ Ta partia nie zgadza się z wynikiem losowania. Powiedz o tym, proszę, osobie prowadzącej bota: `hexpost verify { $game }` pokaże, co się nie zgadza.
