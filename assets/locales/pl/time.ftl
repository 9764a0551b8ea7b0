# Clocks, vacations and reminders.

## Commands

cmd-challenge-timeout = po-czasie
cmd-challenge-timeout-about = Co się dzieje, gdy komuś skończy się czas
cmd-vacation = urlop
cmd-vacation-about = Dni, w których Twoje zegary stoją we wszystkich partiach
cmd-vacation-days = dni
cmd-vacation-days-about = Na ile dni
cmd-vacation-from = od
cmd-vacation-from-about = Od którego dnia, np. 2027-07-15 albo 15.07; jeśli pominiesz, od zaraz
cmd-vacation-end = koniec
cmd-vacation-end-about = Powrót albo rezygnacja z urlopu, który się jeszcze nie zaczął
cmd-reminders = przypomnienia
cmd-reminders-about = Kiedy przypominać: przed końcem czasu, jak często, cisza nocna, codzienne podsumowanie
cmd-reminders-zone = strefa
cmd-reminders-zone-about = Twoja strefa czasowa: miasto, np. Warszawa, albo nazwa, np. Europe/Warsaw

## How fast

card-bank = { $bank } + { $increment } na ruch, w zapasie najwyżej { $cap }
card-bank-only = { $bank } dla każdego na całą partię
span-days = { $count ->
    [one] { $count } dzień
   *[other] { $count } dni
}
span-hours = { $count ->
    [one] { $count } godzina
    [few] { $count } godziny
   *[other] { $count } godzin
}
most-days = { $count ->
    [one] { $count } dzień
   *[other] { $count } dni
}
most-hours = { $count ->
    [one] { $count } godzinę
    [few] { $count } godziny
   *[other] { $count } godzin
}
flag-soft = po terminie można jeszcze zagrać, dopóki przeciwnik nie zgłosi wygranej
flag-hard = przekroczenie czasu to od razu przegrana

## Boards and lists

your-turn-late = { $player }, Twój ruch. Czas skończył się { $when }: zagraj, zanim przeciwnik zgłosi wygraną.
deadline = Termin: { $when }.
away-now = 🏖️ { $player } ma urlop do { $when }; zegar tego gracza stoi.
clock-in-hand = -# ⏱️ { $player } ma w zapasie: { $time }.
games-frozen = ⏸️ `#{ $number }` **Wstrzymana**, przeciwnik: { $other } — { $variant }
games-mine-late = 🔴 `#{ $number }` **Twój ruch**, przeciwnik: { $other } — { $variant }, czas skończył się { $when }
games-theirs-late = 🔴 `#{ $number }` Na ruchu: { $other } — { $variant }, czas skończył się { $when }
games-away = 🏖️ urlop przeciwnika do { $when }, zegar stoi
games-away-own = 🏖️ Twój urlop trwa do { $when }
key-tonight = Przypomnij wieczorem
key-tomorrow = Przypomnij jutro
key-claim = Zgłoś wygraną
key-give-day = Podaruj przeciwnikowi dzień
key-give-three-days = Podaruj przeciwnikowi trzy dni
done-claimed = Wygrana jest Twoja.
done-given = Podarowane. Przeciwnik już o tym wie.
done-reminding = ⏰ Przypomnienie: { $when }, jeśli to nadal będzie Twój ruch.

## News

notice-given = 🎁 { $player }, przeciwnik daje Ci dodatkowy czas: { $time }.
notice-time-up = ⌛ { $player }, Twój czas skończył się { $when }. Możesz jeszcze zagrać, dopóki przeciwnik nie zgłosi wygranej.
notice-may-claim = ⌛ { $player }, czas przeciwnika skończył się { $when }. Możesz zgłosić wygraną albo poczekać na ruch.
notice-claim-over = -# ⌛ Tu skończył się czas jednego z graczy; gra potoczyła się już dalej.
notice-back = 🏖️ Urlop się skończył: zegar znów chodzi.
notice-digest = { $count ->
    [one] ☕ Na Twój ruch czeka { $count } partia:
    [few] ☕ Na Twój ruch czekają { $count } partie:
   *[other] ☕ Na Twój ruch czeka { $count } partii:
}
notice-digest-more = { $count ->
    [one] … i jeszcze { $count }: pokaże ją `/{ cmd-games }`.
   *[other] … i jeszcze { $count }: pokaże je `/{ cmd-games }`.
}
notice-digest-short = ☕ { $player }, partie czekają na Twój ruch: listę pokaże `/{ cmd-games }`.

## Vacations

vacation-none = Nie masz teraz urlopu. `/{ cmd-vacation } { cmd-vacation-days }:7` zatrzyma Twoje zegary na tydzień.
vacation-planned = 🏖️ Twój urlop: od { $from } do { $until }. Twoje zegary będą stały we wszystkich partiach.
vacation-on = 🏖️ Masz urlop do { $until }. Twoje zegary stoją we wszystkich partiach, ale możesz grać.
vacation-left = { $count ->
    [one] W tym roku został Ci { $count } dzień z { $most }.
    [few] W tym roku zostały Ci { $count } dni z { $most }.
   *[other] W tym roku zostało Ci { $count } dni z { $most }.
}
vacation-how-long = Na ile dni? Podaj też `{ cmd-vacation-days }`.
key-end-vacation = Wracam
key-cancel-vacation = Rezygnuję z urlopu

## Reminders

reminders = **Kiedy Ci przypominać** — zmiany działają od razu. Cisza nocna odkłada przypomnienia, ale nie zatrzymuje zegarów.
reminders-zone = Strefa czasowa: { $zone }, jest tam { $clock }.
reminders-no-zone = Strefa czasowa: jeszcze nie wybrana. Wymagają jej cisza nocna, codzienne podsumowanie oraz przyciski **{ key-tonight }** i **{ key-tomorrow }**.
reminders-ladder = Przed końcem czasu
reminders-nudge = Bez zegara
reminders-quiet = Cisza nocna
reminders-digest = Codzienne podsumowanie
ladder-none = Z zegarem: bez przypomnień
ladder-hours = Z zegarem: { $hours } godz. przed końcem
nudge-none = Bez zegara: bez przypomnień
nudge-days = { $count ->
    [one] Bez zegara: codziennie
   *[other] Bez zegara: co { $count } dni
}
quiet-none = Cisza nocna: brak
quiet-hours = Cisza nocna: od { $from } do { $to }
digest-none = Podsumowanie: brak
digest-at = Podsumowanie o { $clock } zamiast powiadomień
key-zone = Strefa czasowa
zone-title = Twoja strefa czasowa
zone-label = Miasto, np. Warszawa
zone-cities = Warszawa=Europe/Warsaw; Kraków=Europe/Warsaw; Łódź=Europe/Warsaw; Wrocław=Europe/Warsaw; Poznań=Europe/Warsaw; Gdańsk=Europe/Warsaw; Szczecin=Europe/Warsaw; Lublin=Europe/Warsaw; Katowice=Europe/Warsaw; Białystok=Europe/Warsaw; Berlin=Europe/Berlin; Monachium=Europe/Berlin; Wiedeń=Europe/Vienna; Praga=Europe/Prague; Bratysława=Europe/Bratislava; Budapeszt=Europe/Budapest; Wilno=Europe/Vilnius; Ryga=Europe/Riga; Lwów=Europe/Kyiv; Kijów=Europe/Kyiv; Mińsk=Europe/Minsk; Moskwa=Europe/Moscow; Londyn=Europe/London; Dublin=Europe/Dublin; Paryż=Europe/Paris; Bruksela=Europe/Brussels; Kopenhaga=Europe/Copenhagen; Sztokholm=Europe/Stockholm; Rzym=Europe/Rome; Madryt=Europe/Madrid; Lizbona=Europe/Lisbon; Ateny=Europe/Athens; Stambuł=Europe/Istanbul; Nowy Jork=America/New_York

## What was not done

refused-no-clock = Ta partia nie ma zegara.
refused-own-time = Teraz chodzi Twój własny zegar.
refused-away = Przeciwnik ma urlop do { $when }; zegar stoi.
refused-time-enough = Przeciwnik ma już tyle czasu, że więcej podarować nie można.
refused-no-zone = Żeby przypomnieć o właściwej porze, potrzebuję Twojej strefy czasowej. Najpierw ją wybierz.
refused-unknown-zone = Nie znam takiej strefy czasowej. Wpisz duże miasto ze swojej strefy, np. Warszawa, albo nazwę taką jak Europe/Warsaw; podpowiada je `/{ cmd-reminders }` z opcją `{ cmd-reminders-zone }`.
refused-evening-past = Jest już 19:00 albo później. Naciśnij **{ key-tomorrow }**, a przypomnę o 9:00.
refused-too-late = Twój czas kończy się { $when }, czyli wcześniej. Zagraj, zanim upłynie.
refused-vacation-days = { $count ->
    [0] Urlopów tu nie ma.
    [one] Urlop może trwać tylko { $count } dzień.
   *[other] Urlop może trwać od 1 do { $count } dni.
}
refused-no-vacation-left = { $count ->
    [0] W wybranym roku nie masz już ani dnia urlopu.
    [one] W wybranym roku został Ci tylko { $count } dzień urlopu. Weź mniej.
    [few] W wybranym roku zostały Ci tylko { $count } dni urlopu. Weź mniej.
   *[other] W wybranym roku zostało Ci tylko { $count } dni urlopu. Weź mniej.
}
refused-on-vacation = Masz już urlop, do { $when }. Najpierw go zakończ przyciskiem pod poleceniem `/{ cmd-vacation }`.
refused-no-vacation = Nie masz urlopu, który można by zakończyć.
refused-date = Nie umiem odczytać tego dnia. Napisz go tak: 2027-07-15 albo 15.07.2027.
refused-past-date = Ten dzień już minął. Wybierz dzisiejszy albo późniejszy.
refused-far-date = To ponad rok od dziś. Wybierz wcześniejszy dzień.
