# What the bot says. Private answers are in the reader's language, public ones in the server's.

yes = tak
no = nie
someone = ktoś
anyone = dowolny
sorry = Przepraszam, coś się zepsuło. Błąd został zapisany; spróbuj ponownie za chwilę.
too-late = Przepraszam, trwało to zbyt długo. Spróbuj jeszcze raz.
unknown-command = To polecenie się zmieniło. Wpisz / i wybierz je jeszcze raz.
unknown-button = Ten przycisk pochodzi ze starszej wersji i już nie działa. Twoje partie: `/{ cmd-games }`.

## Challenges

card-to = { $challenger } rzuca wyzwanie graczowi { $opponent }
card-rematch = { $challenger } proponuje graczowi { $opponent } rewanż za partię #{ $game }
card-open = { $challenger } zaprasza do gry każdego chętnego
card-first-challenger = zaczyna autor wyzwania
card-first-opponent = { $opponent ->
    [anyone] zaczyna osoba, która przyjmie wyzwanie
   *[other] zaczyna { $opponent }
}
card-first-drawn = o pierwszym ruchu decyduje los
card-no-clock = bez zegara
card-days = { $count ->
    [one] { $count } dzień na ruch
   *[other] { $count } dni na ruch
}
card-fair = -# `{ $commitment }` 🎲 uczciwe losowanie
card-kept = -# Strony i ustawienie zostają takie jak w odwołanej partii #{ $game }.
card-until = Wygasa { $when }
game-on = ✅ { $player } przyjmuje wyzwanie: gramy! → { $place }
game-on-here = ✅ { $player } przyjmuje wyzwanie: gramy! Plansza zaraz się pojawi.
card-accepted = ✅ Wyzwanie przyjęte: partia się zaczęła.
card-accepted-place = ✅ Wyzwanie przyjęte: partia się zaczęła → { $place }
crossing-accepted-place = { $opponent } już proponuje Ci taką samą partię: tamto wyzwanie jest przyjęte i partia się zaczyna → { $place }
card-declined = Wyzwanie odrzucone.
card-withdrawn = Wyzwanie wycofane.
card-expired = Wyzwanie wygasło: nikt nie odpowiedział.
key-accept = Przyjmij
key-decline = Odrzuć
key-withdraw = Wycofaj

challenge-made = Wyzwanie dla gracza { $opponent } wysłane. Dam znać, gdy przyjdzie odpowiedź.
challenge-made-open = Otwarte wyzwanie wysłane. Zagra z Tobą pierwsza osoba, która je przyjmie.
challenge-made-place = { $said } → { $place }
lacks-bot = ⚠️ Na tym serwerze są moje polecenia, ale mnie tu nie ma: plansze pojawiają się tylko jako odpowiedzi i nikt nie dostanie tu przypomnień. Osoba zarządzająca serwerem może mnie zaprosić: { $link }
lacks-channel = ⚠️ Nie widzę tego kanału: plansze pojawiają się tylko jako odpowiedzi i nikt nie dostanie tu przypomnień. Osoba zarządzająca serwerem może pozwolić mi go widzieć i na nim pisać.
crossing-accepted = { $opponent } już proponuje Ci taką samą partię: tamto wyzwanie jest przyjęte i partia się zaczyna.
challenge-which = Wybierz grę

notice-declined = { $player }, { $other } nie przyjmuje Twojego wyzwania.
notice-withdrawn = { $player }, { $other } wycofuje wyzwanie.
notice-expired = { $player }, nikt na czas nie odpowiedział na Twoje wyzwanie.

## Games

notice-started = **{ $variant }** — zaczyna { $first }, drugi gracz: { $second }. Udanej gry!
notice-started-sides = **{ $variant }** — białe (zaczynają): { $first }, czarne: { $second }. Udanej gry!
turn-made = { $player }: `{ $notation }` — { $turn }
turn-forced = { $player }: `{ $notation }` — { $turn } (jedyny ruch, automatycznie)
your-turn = { $player }, Twój ruch.
your-turn-until = { $player }, Twój ruch. Termin: { $when }.
their-turn = Na ruchu: { $player }.
their-turn-until = Na ruchu: { $player }. Termin: { $when }.
over-called = { $player }, może rewanż?
over-length = { $count ->
    [one] -# { $count } ruch · { $time }
    [few] -# { $count } ruchy · { $time }
   *[other] -# { $count } ruchów · { $time }
}
over-quick = mniej niż godzina
over-nothing = Partia bez wyniku: { $reason }
how-resignation = { $loser } poddaje partię
how-time = { $loser } przekracza czas
how-agreement = za obopólną zgodą
how-abort = odwołana
how-moderator = zakończona przez moderatora
offered-draw = 🤝 { $player } proponuje remis.
asked-takeback = ↩️ { $player } prosi o cofnięcie ruchu `{ $turn }`.
key-move = Ruch
key-more = Więcej
key-rematch = Rewanż
key-look-back = Powtórka

notice-taken-back = ↩️ { $player } cofa ruch `{ $turn }`. Gra toczy się dalej od tego miejsca.
taken-back = ↩️ { $player } cofa ruch `{ $turn }`.
move-undone = ↩️ Ten ruch został cofnięty.
notice-thawed = Partia toczy się dalej. Jeśli ma zegar, czas liczy się od nowa.
notice-frozen = Partia jest wstrzymana: ta wersja bota nie potrafi jej kontynuować. Nic nie przepadło: ruszy dalej, gdy tylko zostanie to naprawione.
notice-reminder = ⏰ Przypomnienie:
notice-reminder-link = ⏰ { $player }, przypominam: Twój ruch. { $place }
notice-reminder-link-until = ⏰ { $player }, przypominam: Twój ruch. { $place }
    Termin: { $when }.
notice-reminder-over = -# ⏰ Tu było przypomnienie; gra potoczyła się już dalej.
notice-draw-offered = { $player }, przeciwnik proponuje remis.
notice-draw-withdrawn = Propozycja remisu została wycofana.
notice-draw-declined = { $player }, Twoja propozycja remisu została odrzucona.
notice-takeback-asked = { $player }, przeciwnik prosi o cofnięcie ruchu `{ $turn }`.
takeback-undoes = To, co zagrano po nim, też zostanie cofnięte.
notice-takeback-withdrawn = Przeciwnik nie prosi już o cofnięcie ruchu.
notice-takeback-declined = { $player }, przeciwnik nie zgadza się na cofnięcie ruchu.
notice-silence = { $player }, przeciwnik długo czeka i zamierza zamknąć tę partię bez wyniku. Aby grać dalej, wykonaj ruch w ciągu trzech dni.
key-accept-draw = Przyjmij remis
key-allow = Zgódź się

## Looking at a board

look-at = Ruch { $ply } z { $last }
key-flip = Obróć
key-text = Jako tekst
key-picture = Jako obraz
key-share = Pokaż wszystkim
shared-by = 👀 { $player } pokazuje:
key-board = Plansza

## More

more = Co chcesz zrobić?
more-menu = Coś innego…
key-offer-draw = Zaproponuj remis
key-withdraw-draw = Wycofaj propozycję
key-take-back = Cofnij ruch
key-ask-takeback = Poproś o cofnięcie
key-withdraw-takeback = Wycofaj prośbę
key-resign = Poddaj partię
key-mute = Wycisz: bez powiadomień o tej partii
key-unmute = Włącz powiadomienia o tej partii
key-notice-silence = Uprzedź o zamknięciu
key-close-silent = Zamknij partię
key-moderate = Zakończ (moderator)
moderate-sure = Na pewno zakończyć tę partię bez wyniku? Gracze zobaczą to tam, gdzie toczy się partia.
key-moderate-surely = Tak, zakończ
resign-sure = Na pewno chcesz poddać tę partię? { $variant }, przeciwnik: { $other }.
key-resign-surely = Tak, poddaję
key-no = Nie
nothing-done = Dobrze, nic się nie zmienia.
list-and = { $rest } i { $last }
key-abort = Odwołaj partię bez wyniku
draw-yours-stands = Twoja propozycja remisu jest aktualna.
takeback-yours-stands = Prosisz o cofnięcie ruchu `{ $turn }`; przeciwnik jeszcze nie odpowiedział.
draw-theirs-stands = Przeciwnik proponuje remis.

done-resigned = Partia poddana.
done-aborted = Partia odwołana.
done-draw-offered = Przeciwnik dostał propozycję remisu.
done-draw-agreed = Zgoda: remis.
done-withdrawn = Wycofano.
done-declined = Odrzucono.
done-taken-back = Ruch został cofnięty.
done-takeback-asked = Przeciwnik dostał Twoją prośbę. Samodzielnie możesz cofnąć ruch tylko w ciągu dwóch minut i tylko dopóki przeciwnik nic w tej partii nie zrobi.
done-takeback-asked-touch = Przeciwnik dostał Twoją prośbę. Gdy obowiązuje „dotknięte — zagrane”, ruch można cofnąć tylko za jego zgodą.
done-muted = Nie będziesz już dostawać powiadomień o tej partii.
done-unmuted = Znów będziesz dostawać powiadomienia o tej partii.
done-silence = Przeciwnik został uprzedzony.
done-moderated = Partia zakończona.
done-closed = Partia zamknięta bez wyniku.

composer-closed = Zamknięte.
composer-kept = Zamknięte. Zaczęty ruch jest zachowany.
composer-discarded = Zaczęty ruch odrzucony, na planszy nic się nie zmieniło.
composer-made = ✅ Twój ruch: { $turns }
next-game = Następna: { $game }
key-next-game = Następna partia
forced-offer = To znów był jedyny możliwy ruch. Czy mam grać takie ruchy za Ciebie?
key-forced = Graj je za mnie
forced-on = Gotowe: od teraz jedyny możliwy ruch gram za Ciebie. W partiach rankingowych tylko wtedy, gdy przeciwnik też tego chce. Zmienisz to w `/{ cmd-settings }`.

## Lists

games-none = Nie grasz teraz żadnej partii. Zagraj z komputerem, wyzwij kogoś albo zacznij od lekcji.
games-title = { $count ->
    [0] Nie grasz teraz żadnej partii.
    [one] Grasz { $count } partię:
    [few] Grasz { $count } partie:
   *[other] Grasz { $count } partii:
}
games-mine = 🔵 `#{ $number }` **Twój ruch**, przeciwnik: { $other } — { $variant }
games-mine-until = 🔵 `#{ $number }` **Twój ruch**, przeciwnik: { $other } — { $variant }, termin: { $when }
games-theirs = ⚪ `#{ $number }` Na ruchu: { $other } — { $variant }
games-theirs-until = ⚪ `#{ $number }` Na ruchu: { $other } — { $variant }, termin: { $when }
games-challenge-by = ✉️ Twoje wyzwanie, przeciwnik: { $other } — { $variant }
games-challenge-to = ✉️ { $other } rzuca Ci wyzwanie — { $variant }
label-mine = { $other } · { $variant } · Twój ruch
label-theirs = { $other } · { $variant } · ruch przeciwnika
which-game = Która partia?

## Settings

settings = **Twoje ustawienia** — zmiany działają od razu.
settings-language = Język
settings-board = Plansza: kolory, rozmiar albo opis słowny
settings-input = Przyciski lub menu
settings-pings = Powiadomienia
settings-habits = Strona planszy i wymuszone ruchy
language-own = Język: jak w Discordzie
language-en = Język: English
language-ru = Język: Русский
language-pl = Język: Polski
board-server = Plansza: jak na serwerze
board-classic-normal = Plansza: ciepłe drewno
board-classic-large = Plansza: ciepłe drewno, duża
board-classic-small = Plansza: ciepłe drewno, mała
board-dark-normal = Plansza: ciemna
board-dark-large = Plansza: ciemna, duża
board-dark-small = Plansza: ciemna, mała
board-contrast-normal = Plansza: wysoki kontrast
board-contrast-large = Plansza: wysoki kontrast, duża
board-contrast-small = Plansza: wysoki kontrast, mała
board-words = Plansza: słowami, dla czytników ekranu
input-keys = Ruchy: przyciskami
input-menus = Ruchy: z menu, dla czytników ekranu
pings-channel = Powiadomienia: tam, gdzie toczy się gra
pings-direct = Powiadomienia: w wiadomości prywatnej
habits-own-asked = Na dole ja; wymuszone ruchy gram ja
habits-own-forced = Na dole ja; wymuszone ruchy gra bot
habits-first-asked = Na dole gracz 1; wymuszone ruchy gram ja
habits-first-forced = Na dole gracz 1; wymuszone ruchy gra bot

server-not-yours = Zmieniać to mogą tylko osoby zarządzające serwerem.
server-language-own = język serwera
server-language-en = angielski
server-language-ru = rosyjski
server-language-pl = polski

block-none = Nikogo nie blokujesz.
block-list = Blokujesz: { $people }. Blokadę zdejmuje `/{ cmd-block }` z opcjami `{ cmd-block-person }` i `{ cmd-block-allow }`.
block-strangers-yes = Nieznajomi mogą rzucać Ci wyzwania.
block-strangers-no = Wyzwania mogą Ci rzucać tylko osoby, które już z Tobą grały.

## Privacy and help

privacy = **Co jest o Tobie przechowywane**: Twój identyfikator (ID) na Discordzie, Twoje partie i wyzwania, ustawienia, lista zablokowanych, urlopy, obserwowane partie, zaczęte ruchy, wczytane partie oraz rozwiązane lekcje. Żadnych nazw użytkowników ani wiadomości poza notatkami do wyzwań i partii. Możesz pobrać te dane jako plik albo je usunąć: trwające partie zostaną wtedy poddane, a zakończone będą nadal widoczne, ale już bez Ciebie.
key-export = Pobierz moje dane
key-forget = Usuń mnie
forget-sure = Na pewno usunąć wszystko? Trwające partie zostaną poddane, a rankingi znikną. Tego nie da się cofnąć.
key-forget-surely = Tak, usuń mnie
forgotten = { $count ->
    [0] Wszystko o Tobie zostało usunięte.
    [one] Wszystko o Tobie zostało usunięte; poddano { $count } partię.
    [few] Wszystko o Tobie zostało usunięte; poddano { $count } partie.
   *[other] Wszystko o Tobie zostało usunięte; poddano { $count } partii.
}
help = **Hexpost** — korespondencyjne partie ZÈRTZ i TZAAR.
    { $challenge } zaprasza konkretną osobę albo każdego chętnego; { $lobby } pokazuje, kto czeka na przeciwnika; { $play } to gra z komputerem. Gdy przyjdzie Twoja kolej, dostaniesz powiadomienie: naciśnij **{ $button }** pod planszą albo wpisz ruch w { $move }. Cała reszta jest pod **{ $more }**.
    { $games } to Twoje partie, { $board } i { $replay } je pokazują. W planowaniu pomogą { $analyse } i { $plan }, a zakończone partie znajdziesz w { $history }. Masz chwilę? { $puzzle }. Turnieje serwera: { $tournament }.
    Pomyłka? **Cofnij ruch** pod **{ $more }** albo { $takeback }. Przez dwie minuty cofasz bez pytania, chyba że przeciwnik już coś zrobił. Potem, a przy „dotknięte — zagrane” zawsze, potrzebna jest jego zgoda.
    Pierwszy raz tutaj? Lekcje zajmą kilka minut.
