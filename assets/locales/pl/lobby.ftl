# Open play, servers and those who watch.

## Commands

cmd-lobby = poczekalnia
cmd-lobby-about = Otwarte wyzwania na tym serwerze
cmd-lobby-pin = przypnij
cmd-lobby-pin-about = Dla moderatorów: pokaż tu listę wszystkim albo ją usuń
cmd-challenge-standing = stałe
cmd-challenge-standing-about = Niech zostanie otwarte: gdy ktoś je przyjmie, samo pojawi się następne
cmd-challenge-max-games = partii-naraz
cmd-challenge-max-games-about = Przy stałym wyzwaniu: najwyżej tyle jego partii naraz

## Standing challenges

card-standing = 🔁 Stałe wyzwanie: gdy ktoś je przyjmie, pojawi się następne.
challenge-made-standing = { $count ->
    [one] Stałe wyzwanie wysłane. Gdy jego partia się skończy, otworzy się znowu. Wyłączysz je w `/{ cmd-lobby }`.
    [few] Stałe wyzwanie wysłane. Gdy ktoś je przyjmie, pojawi się następne; naraz najwyżej { $count } partie. Wyłączysz je w `/{ cmd-lobby }`.
   *[other] Stałe wyzwanie wysłane. Gdy ktoś je przyjmie, pojawi się następne; naraz najwyżej { $count } partii. Wyłączysz je w `/{ cmd-lobby }`.
}

## Lobby

lobby-title = { $count ->
    [0] **Otwarte wyzwania**
   *[other] **Otwarte wyzwania: { $count }**
}
lobby-none = Nikt teraz nie czeka na przeciwnika. `/{ cmd-challenge }` bez przeciwnika rzuca otwarte wyzwanie.
lobby-how = -# Własne wyzwanie dodasz poleceniem `/{ cmd-challenge }` bez przeciwnika.
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
lobby-playing = ✅ Przyjęte: partia się zaczyna. Dam znać, gdzie.
lobby-playing-place = ✅ Wyzwanie przyjęte: partia się zaczyna → { $place }
lobby-withdrawn = Wyzwanie wycofane.
lobby-stopped = Wyłączone. Rozpoczęte partie toczą się dalej.
lobby-no-server = Poczekalnia jest tylko na serwerach.
lobby-not-yours = Pokazać poczekalnię wszystkim mogą tylko moderatorzy partii. Dla Ciebie: `/{ cmd-lobby }` bez `{ cmd-lobby-pin }`.
lobby-may-not-write = Nie wolno mi pisać na tym kanale. Pozwól mi wysyłać tu wiadomości albo wybierz inny kanał.
lobby-pinned = Poczekalnia zaraz się tu pojawi i będzie na bieżąco aktualizowana. Przypnij wiadomość, żeby każdy ją znalazł.
lobby-unpinned = Wiadomość z poczekalnią została usunięta.
lobby-not-pinned = Na tym serwerze nie ma wiadomości z poczekalnią.

## Following

key-follow = Obserwuj
key-follow-tell = Powiadamiaj o ruchach
key-follow-hush = Bez wiadomości
key-unfollow = Przestań obserwować
key-followed = Obserwowane ({ $count })
key-own-games = Moje partie
follow-quiet = Obserwujesz tę partię: znajdziesz ją w `/{ cmd-games }`. Wysyłać Ci prywatną wiadomość po każdym ruchu?
follow-told = Obserwujesz tę partię i po każdym ruchu dostaniesz prywatną wiadomość.
follow-none = Nie obserwujesz już tej partii.
follow-headline = 👁️ `#{ $number }` **{ $variant }**: { $first } – { $second }
result-headline = `#{ $number }` **{ $variant }**: { $first } – { $second }
followed-title = { $count ->
    [0] Nie obserwujesz teraz żadnej partii. Pod cudzą planszą naciśnij **{ $more }**, a potem **Obserwuj**.
    [one] Obserwujesz { $count } partię:
    [few] Obserwujesz { $count } partie:
   *[other] Obserwujesz { $count } partii:
}
followed-line = 👁️ `#{ $number }` { $variant }: { $first } – { $second }
followed-line-told = 🔔 `#{ $number }` { $variant }: { $first } – { $second }
followed-look = Zobacz partię

## Servers

server-settings = **Gry na tym serwerze**
    Kanały do gry: { $channels }
    Forum z postem dla każdej partii: { $forum }
    Poza forum wątek dla każdej partii: { $threads }
    Kanał z wynikami: { $results }
    Mogą grać: { $players }
    Mogą kończyć partie i przypinać poczekalnię: { $moderators }
    Zostaje tylko ostatnia plansza: { $latest }
    Domyślne tempo: { $pace }
    Język dla wszystkich: { $language }
server-settings-theme = Plansze dla wszystkich: { $theme }
server-everywhere = wszystkie
server-none = brak
server-nowhere = brak
server-pace = Domyślne tempo: { $pace }
server-everyone = wszyscy
server-managers = osoby zarządzające serwerem
server-language = Język: { $language }
server-theme = Plansze: { $theme }
server-theme-dark = ciemne
server-theme-classic = ciepłe drewno
server-theme-contrast = wysoki kontrast
key-server-places = Kanały
key-server-people = Role
key-server-habits = Inne
key-server-back = Wróć
server-pick-channels = Kanały do gry (puste: wszystkie)
server-pick-forum = Forum (puste: bez forum)
server-pick-results = Kanał z wynikami (puste: brak)
server-pick-threads = Wątki
server-threads-yes = Wątek dla każdej partii
server-threads-no = Partie wprost na kanale
server-pick-players = Role graczy (puste: wszyscy)
server-pick-moderators = Role moderatorów (puste: administracja)
server-pick-pace = Domyślne tempo
server-pick-language = Język dla wszystkich
server-pick-theme = Kolory plansz dla wszystkich
server-pick-latest = Plansze
server-latest-no = Zostają wszystkie plansze partii
server-latest-yes = Zostaje tylko ostatnia plansza partii
server-welcome = Cześć! Jestem **Hexpost**. Tu zagrasz ze znajomymi w **ZÈRTZ** i **TZAAR**, dwie czysto strategiczne gry planszowe: kilka kliknięć dziennie i powiadomienie, gdy przyjdzie Twoja kolej. Nie znasz ich? Naciśnij **Jak grać**, a za minutę wykonasz pierwszy ruch.
    -# { $challenge } zaprasza przeciwnika · { $play }: gra z komputerem · { $lobby } pokazuje otwarte partie · { $help } mówi więcej · dla zarządzających serwerem: { $server }

## What is refused

refused-may-not-post = Nie możesz pisać na tym kanale.
refused-hidden-from-some = Nie wszyscy tutaj mogą widzieć tę partię, więc nie można jej pokazać na tym kanale.
refused-not-allowed = Na tym serwerze partie mogą zaczynać osoby z jedną z ról: { $roles }. Poproś o nią moderatora.
refused-standing-opponent = Stałe wyzwanie jest otwarte dla wszystkich. Pomiń przeciwnika.
refused-standing-server = Stałe wyzwanie można rzucić tylko na serwerze, na którym jest Hexpost.
refused-standing-most = { $count ->
    [one] Wybierz { $count } partię naraz.
   *[other] Wybierz od 1 do { $count } partii naraz.
}
refused-too-many-standing = { $count ->
    [one] Można mieć { $count } stałe wyzwanie. Najpierw wyłącz je w `/{ cmd-lobby }`.
    [few] Można mieć { $count } stałe wyzwania. Najpierw wyłącz któreś w `/{ cmd-lobby }`.
   *[other] Można mieć { $count } stałych wyzwań. Najpierw wyłącz któreś w `/{ cmd-lobby }`.
}
refused-own-game = To Twoja własna partia: i tak dowiesz się o każdym ruchu.
refused-too-many-followers = { $count ->
    [one] Tę partię obserwuje już { $count } osoba, więcej się nie da. Zobaczysz ją poleceniem `/{ cmd-board }`.
    [few] Tę partię obserwują już { $count } osoby, więcej się nie da. Zobaczysz ją poleceniem `/{ cmd-board }`.
   *[other] Tę partię obserwuje już { $count } osób, więcej się nie da. Zobaczysz ją poleceniem `/{ cmd-board }`.
}
refused-too-many-followed = { $count ->
    [one] Obserwujesz już { $count } partię, więcej się nie da. Najpierw przestań ją obserwować w `/{ cmd-games }`.
    [few] Obserwujesz już { $count } partie, więcej się nie da. Najpierw przestań obserwować którąś w `/{ cmd-games }`.
   *[other] Obserwujesz już { $count } partii, więcej się nie da. Najpierw przestań obserwować którąś w `/{ cmd-games }`.
}
refused-too-fast = Trochę za szybko. Spróbuj, proszę, ponownie { $when }.
refused-accept-there = Na tamtym serwerze grać mogą tylko niektórzy. Przyjmij wyzwanie tam: { $channel }
