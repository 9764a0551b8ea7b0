# Open play, servers and those who watch.

## Commands

cmd-lobby = poczekalnia
cmd-lobby-about = Otwarte wyzwania na tym serwerze
cmd-lobby-pin = przypnij
cmd-lobby-pin-about = Dla moderatorów: pokazuj tu listę wszystkim albo już nie
cmd-challenge-standing = stałe
cmd-challenge-standing-about = Niech zostanie otwarte: gdy ktoś je przyjmie, samo pojawi się następne
cmd-challenge-most = najwyżej
cmd-challenge-most-about = Przy stałym wyzwaniu: najwyżej tyle jego partii naraz

## Standing challenges

card-standing = 🔁 Stałe wyzwanie: gdy ktoś je przyjmie, pojawi się następne.
challenge-made-standing = { $count ->
    [one] Stałe wyzwanie wysłane. Gdy ktoś je przyjmie, pojawi się następne; naraz najwyżej { $count } partia. Wyłączysz je w `/lobby`.
    [few] Stałe wyzwanie wysłane. Gdy ktoś je przyjmie, pojawi się następne; naraz najwyżej { $count } partie. Wyłączysz je w `/lobby`.
   *[other] Stałe wyzwanie wysłane. Gdy ktoś je przyjmie, pojawi się następne; naraz najwyżej { $count } partii. Wyłączysz je w `/lobby`.
}

## Lobby

lobby-title = { $count ->
    [0] **Otwarte partie**
    [one] **Otwarte partie** — { $count } wyzwanie
    [few] **Otwarte partie** — { $count } wyzwania
   *[other] **Otwarte partie** — { $count } wyzwań
}
lobby-none = Nikt teraz nie czeka na przeciwnika. `/challenge` bez przeciwnika otwiera partię.
lobby-how = -# Własne wyzwanie dodasz poleceniem `/challenge` bez przeciwnika.
lobby-line = `{ $number }` **{ $variant }** · { $challenger } · { $conditions }
lobby-line-standing = `{ $number }` **{ $variant }** 🔁 · { $challenger } · { $conditions }
lobby-standing = { $count ->
    [one] 🔁 Twoje stałe wyzwanie: { $variant }, naraz najwyżej { $count } partia
    [few] 🔁 Twoje stałe wyzwanie: { $variant }, naraz najwyżej { $count } partie
   *[other] 🔁 Twoje stałe wyzwanie: { $variant }, naraz najwyżej { $count } partii
}
lobby-standing-full = { $count ->
    [one] ⏸️ Twoje stałe wyzwanie: { $variant }. Trwa { $count } partia; wyzwanie wróci, gdy się skończy.
    [few] ⏸️ Twoje stałe wyzwanie: { $variant }. Trwają { $count } partie; wróci, gdy któraś się skończy.
   *[other] ⏸️ Twoje stałe wyzwanie: { $variant }. Trwa { $count } partii; wróci, gdy któraś się skończy.
}
key-play = Graj { $number }
key-lobby-withdraw = Wycofaj { $number }
key-lobby-all = Wszystkie: { $count }
key-lobby-stop = Wyłącz: { $variant }
lobby-playing = ✅ Przyjęte: partia się zaczyna. Damy znać, gdzie.
lobby-withdrawn = Wyzwanie wycofane.
lobby-stopped = Wyłączone. Rozpoczęte partie toczą się dalej.
lobby-no-server = Poczekalnia jest tylko na serwerach.
lobby-not-yours = Pokazać poczekalnię wszystkim mogą tylko moderatorzy partii. Dla Ciebie: `/lobby` bez `pin`.
lobby-may-not-write = Nie wolno mi pisać na tym kanale. Pozwól mi wysyłać tu wiadomości albo wybierz inny kanał.
lobby-pinned = Poczekalnia zaraz się tu pojawi i będzie aktualna. Przypnij wiadomość, żeby każdy ją znalazł.
lobby-unpinned = Wiadomość z poczekalnią została usunięta.
lobby-not-pinned = Na tym serwerze nie ma wiadomości z poczekalnią.

## Following

key-follow = Obserwuj
key-follow-tell = Powiadamiaj o ruchach
key-follow-hush = Bez wiadomości
key-unfollow = Nie obserwuj
key-followed = Obserwowane ({ $count })
key-own-games = Moje partie
follow-quiet = Obserwujesz tę partię: znajdziesz ją w `/games`. Wysyłać Ci prywatną wiadomość po każdym ruchu?
follow-told = Obserwujesz tę partię i po każdym ruchu dostaniesz prywatną wiadomość.
follow-none = Nie obserwujesz już tej partii.
follow-news = 👁️ **{ $variant }**: { $first } – { $second }
result-news = **{ $variant }**: { $first } – { $second }
followed-title = { $count ->
    [0] Nie obserwujesz teraz żadnej partii. Pod cudzą planszą naciśnij **Więcej**, a potem **Obserwuj**.
    [one] Obserwujesz { $count } partię:
    [few] Obserwujesz { $count } partie:
   *[other] Obserwujesz { $count } partii:
}
followed-line = 👁️ { $variant }: { $first } – { $second }
followed-line-told = 🔔 { $variant }: { $first } – { $second }
followed-look = Zobacz partię

## Servers

server-settings = **Gry na tym serwerze**
    Partie zaczyna się na kanałach: { $channels }
    Forum z postem dla każdej partii: { $forum }
    W innym razie wątek dla każdej partii: { $threads }
    Wyniki ogłasza się na kanale: { $results }
    Mogą grać: { $players }
    Mogą kończyć partie i przypinać poczekalnię: { $moderators }
    Zostaje tylko ostatnia plansza: { $latest }
    Zwykłe tempo: { $pace }
    Język dla wszystkich: { $language }
server-everywhere = wszystkich
server-everyone = wszyscy
server-managers = osoby zarządzające serwerem
server-language = Język: { $language }
key-server-places = Miejsca
key-server-people = Ludzie
key-server-habits = Zwyczaje
key-server-back = Wróć
server-pick-channels = Kanały do gry; nic nie wybierając, dopuszczasz wszystkie
server-pick-forum = Forum do gry; można nie wybierać
server-pick-results = Kanał z wynikami; można nie wybierać
server-pick-threads = Wątki
server-threads-yes = Wątek dla każdej partii
server-threads-no = Partie wprost na kanale
server-pick-players = Role, które mogą grać; nic nie wybierając, dopuszczasz wszystkich
server-pick-moderators = Role, które mogą moderować partie
server-pick-pace = Zwykłe tempo
server-pick-language = Język dla wszystkich
server-pick-latest = Plansze
server-latest-no = Zostają wszystkie plansze partii
server-latest-yes = Zostaje tylko ostatnia plansza partii
server-welcome = Cześć! Jestem **Hexpost**: ze mną gra się korespondencyjnie w ZÈRTZ i TZAAR, kilka dotknięć dziennie. `/challenge` zaprasza przeciwnika, `/lobby` pokazuje, kto czeka na grę, `/help` mówi więcej. Osoby zarządzające serwerem wybierają miejsca i zwyczaje poleceniem `/server`.

## What is refused

refused-not-allowed = Na tym serwerze partie zaczynają osoby z jedną z ról: { $roles }. Poproś o nią moderatora.
refused-standing-opponent = Stałe wyzwanie jest otwarte dla wszystkich. Pomiń przeciwnika.
refused-standing-server = Stałe wyzwanie wymaga serwera, na którym jestem u siebie.
refused-standing-most = { $count ->
    [one] Wybierz { $count } partię naraz.
    [few] Wybierz od 1 do { $count } partii naraz.
   *[other] Wybierz od 1 do { $count } partii naraz.
}
refused-too-many-standing = { $count ->
    [one] Można mieć { $count } stałe wyzwanie. Najpierw wyłącz je w `/lobby`.
    [few] Można mieć { $count } stałe wyzwania. Najpierw wyłącz któreś w `/lobby`.
   *[other] Można mieć { $count } stałych wyzwań. Najpierw wyłącz któreś w `/lobby`.
}
refused-own-game = To Twoja własna partia: o każdym ruchu i tak się dowiesz.
refused-too-many-followers = { $count ->
    [one] Tę partię obserwuje już { $count } osoba, więcej się nie da. Zobaczysz ją poleceniem `/board`.
    [few] Tę partię obserwują już { $count } osoby, więcej się nie da. Zobaczysz ją poleceniem `/board`.
   *[other] Tę partię obserwuje już { $count } osób, więcej się nie da. Zobaczysz ją poleceniem `/board`.
}
refused-too-many-followed = { $count ->
    [one] Obserwujesz już { $count } partię. Najpierw przestań ją obserwować w `/games`.
    [few] Obserwujesz już { $count } partie. Najpierw przestań obserwować którąś w `/games`.
   *[other] Obserwujesz już { $count } partii. Najpierw przestań obserwować którąś w `/games`.
}
refused-too-fast = Trochę za szybko. Spróbuj, proszę, ponownie { $when }.
