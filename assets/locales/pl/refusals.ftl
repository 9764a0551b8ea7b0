# Czego nie zrobiono, dlaczego i co zrobić zamiast tego.

refused-repeated = To już zostało zrobione.
refused-unknown-game = Takiej partii już nie ma.
refused-not-a-player = To mogą zrobić tylko gracze tej partii.
refused-not-your-turn = Teraz ruch przeciwnika. Dam znać, gdy przyjdzie Twoja kolej.
refused-finished = Ta partia już się skończyła.
refused-stale = Partia poszła dalej. Spójrz, proszę, na ostatnią planszę.
refused-frozen = Partia jest wstrzymana: ta wersja bota nie potrafi jej kontynuować. Nic nie przepadło: ruszy dalej, gdy tylko zostanie to naprawione.
refused-unfinished = Ruch nie jest jeszcze kompletny. Wybierz, proszę, resztę.
refused-touched = Dotknięte — zagrane: wybrano już `{ $steps }`, więc ruch musi się od tego zaczynać.

refused-nothing-offered = Nie ma na co odpowiadać: nic nie zaproponowano albo propozycję wycofano.
refused-they-offered = Przeciwnik zaproponował to samo. Wystarczy się zgodzić.
refused-already-offered = W tej pozycji było to już proponowane. Po następnym ruchu można znowu.
refused-own-offer = To Twoja własna prośba lub propozycja: odpowiedzieć może tylko przeciwnik. Wycofasz ją w menu pod planszą.
refused-too-late-to-abort = Obie strony wykonały już ruch, więc partii nie da się odwołać. Można ją tylko poddać.
refused-nothing-to-take-back = Nie masz jeszcze ruchu, który można by cofnąć.
refused-has-clock = Ta partia ma zegar: on o tym rozstrzygnie.
refused-not-yet = To będzie możliwe { $when }.
refused-no-notice = Najpierw uprzedź przeciwnika, że zamierzasz zamknąć partię.

refused-unknown-challenge = Takiego wyzwania już nie ma.
refused-not-for-you = To wyzwanie jest dla kogoś innego. Własne rzucisz poleceniem `/{ cmd-challenge }`.
refused-own-challenge = To Twoje własne wyzwanie: musi je przyjąć ktoś inny.
refused-decided-accepted = To wyzwanie zostało już przyjęte.
refused-decided-declined = To wyzwanie odrzucono.
refused-decided-withdrawn = To wyzwanie wycofano.
refused-decided-expired = To wyzwanie wygasło. Rzuć, proszę, nowe.
refused-wrong-channel = Na tym serwerze gra się tutaj: { $channels }.
refused-nobody-here = Jesteś tu tylko Ty i bot, więc nikt nie przyjmie wyzwania. Wskaż przeciwnika albo rzuć otwarte wyzwanie na serwerze.
refused-oneself = Nie można grać przeciwko sobie. Wybierz kogoś innego albo zostaw wyzwanie otwarte dla wszystkich.
refused-bot = Boty nie grają. Wybierz, proszę, człowieka albo zagraj z komputerem: `/{ cmd-play }`.
refused-identical = Takie samo Twoje wyzwanie jest już otwarte.
refused-too-many = { $count ->
    [one] Naraz można mieć { $count } otwarte wyzwanie. Najpierw je wycofaj.
    [few] Naraz można mieć { $count } otwarte wyzwania. Najpierw któreś wycofaj.
   *[other] Naraz można mieć { $count } otwartych wyzwań. Najpierw któreś wycofaj.
}
refused-variant = Nie ma takiej gry ani wariantu. Do wyboru: { $variants }.
refused-days = Nie ma takiego tempa. Wybierz od 1 do { $most } dni na ruch albo grę bez zegara.
refused-note = { $count ->
    [one] Notka jest za długa: najwyżej { $count } znak.
    [few] Notka jest za długa: najwyżej { $count } znaki.
   *[other] Notka jest za długa: najwyżej { $count } znaków.
}
refused-blocked = Nie możecie zagrać: jedno z Was zablokowało drugie.
refused-stranger = Ta osoba przyjmuje wyzwania tylko od tych, z którymi już grała.

## Wpisane ruchy

refused-unreadable = Nie mogę odczytać znaku { $at } (`{ $found }`): { $expected }
refused-unreadable-end = Tekst kończy się za wcześnie: { $expected }
refused-illegal = Tak nie można: { $rule }
refused-illegal-turn = `{ $turn }` — tak nie można: { $rule }
refused-ambiguous = To może oznaczać kilka ruchów. Który z nich: { $readings }?
refused-other-game = to ruch z innej gry.

expected-turn = wpisz, proszę, ruch.
expected-cell = tu powinno być pole, na przykład d4.
expected-cell-of-board = ta plansza nie ma pola { $cell }.
expected-before-e9 = kolumna e kończy się tu na e8; serwisy, które numerują też środek, nazywają to pole e9.
expected-letter-or-cell = tu powinna być jedna z liter { $letters } albo pole, na przykład d4.
expected-letters = tu powinny być litery spośród { $letters }.
expected-canonical = tu powinna być zwykła notacja.
expected-end = ruch powinien się tu skończyć.
expected-shorter = nie ma tak długich ruchów.

## Turnieje

refused-unknown-tournament = Nie ma takiego turnieju.
refused-tournament-server = Turnieje rozgrywa się na serwerach. Utwórz turniej tam.
refused-not-an-organiser = Na tym serwerze turnieje tworzą osoby z jedną z ról: { $roles }.
refused-not-organiser = Może to zrobić tylko organizator albo ktoś, kto zarządza serwerem.
refused-too-many-tournaments = { $count ->
    [one] Na rozpoczęcie może czekać { $count } Twój turniej. Najpierw go rozpocznij albo odwołaj.
    [few] Na rozpoczęcie mogą czekać { $count } Twoje turnieje. Najpierw któryś rozpocznij albo odwołaj.
   *[other] Na rozpoczęcie może czekać { $count } Twoich turniejów. Najpierw któryś rozpocznij albo odwołaj.
}
refused-tournament-name = { $count ->
    [one] Turniej musi mieć nazwę: najwyżej { $count } znak.
    [few] Turniej musi mieć nazwę: najwyżej { $count } znaki.
   *[other] Turniej musi mieć nazwę: najwyżej { $count } znaków.
}
refused-tournament-size = { $count ->
    [one] W takim turnieju gra od { $least } do { $count } osoby.
   *[other] W takim turnieju gra od { $least } do { $count } osób.
}
refused-at-once = { $count ->
    [one] W takim turnieju ma się naraz od { $least } do { $count } partii.
   *[other] W takim turnieju ma się naraz od { $least } do { $count } partii.
}
refused-round-days = { $count ->
    [one] Runda trwa od 1 do { $count } dnia.
   *[other] Runda trwa od 1 do { $count } dni.
}
refused-no-rounds = Turniej musi mieć co najmniej jedną rundę.
refused-vacation-cap = { $count ->
    [one] Limit urlopu to od 0 do { $count } dnia.
   *[other] Limit urlopu to od 0 do { $count } dni.
}
refused-rating-band = Najniższy ranking jest wyższy od najwyższego. Zamień je miejscami.
refused-already-entered = Ta osoba jest już zapisana na turniej.
refused-not-entered = Ta osoba nie jest zapisana na turniej.
refused-tournament-full = { $count ->
    [one] Brak miejsc: jedyne miejsce jest zajęte.
    [few] Brak miejsc: wszystkie { $count } miejsca są zajęte.
   *[other] Brak miejsc: wszystkie { $count } miejsc jest zajętych.
}
refused-needs-role = Ten turniej jest dla osób z rolą { $roles }.
refused-rating-too-low = Ten turniej jest dla graczy z rankingiem od { $rating }.
refused-rating-too-high = Ten turniej jest dla graczy z rankingiem do { $rating }.
refused-tournament-running = Turniej już się rozpoczął.
refused-tournament-over = Turniej już się zakończył.
refused-not-started = Turniej jeszcze się nie rozpoczął.
refused-too-few-players = { $count ->
    [one] Do rozpoczęcia potrzebny jest co najmniej { $count } gracz.
    [few] Do rozpoczęcia potrzeba co najmniej { $count } graczy.
   *[other] Do rozpoczęcia potrzeba co najmniej { $count } graczy.
}
refused-has-withdrawn = Ta osoba już wycofała się z turnieju.
refused-no-such-pairing = W tym turnieju nie ma takiej partii.
refused-round-is-paired = Na podstawie tego wyniku trwa już następna runda, więc zwycięzcy meczu nie można zmienić.
refused-no-deadline = Rundy tego turnieju nie mają terminu.
refused-no-seat-to-choose = Nie ma decydującej partii, w której możesz wybrać miejsce.
refused-no-report = Turnieju pucharowego nie można zapisać jako TRF. Wybierz CSV albo JSON.
refused-tournament-game = Partii turniejowej nie można przerwać. Jeśli coś poszło nie tak, zwróć się do organizatora.

## Zasady ZÈRTZ

zertz-rule-game-over = partia już się skończyła ({ $reason }).
zertz-rule-off-board = takiego pola nie ma na tej planszy.
zertz-rule-capture-compulsory = { $count ->
    [100] przejęcie jest obowiązkowe, a możliwych jest { $count } przejęć lub więcej.
    [one] przejęcie jest obowiązkowe, a możliwe jest { $count } przejęcie.
    [few] przejęcie jest obowiązkowe, a możliwe są { $count } przejęcia.
   *[other] przejęcie jest obowiązkowe, a możliwych jest { $count } przejęć.
}
zertz-rule-capture-demanded = { $count ->
    [100] Twój ruch został cofnięty, teraz trzeba wykonać przejęcie; możliwych jest { $count } przejęć lub więcej.
    [one] Twój ruch został cofnięty, teraz trzeba wykonać przejęcie; możliwe jest { $count } przejęcie.
    [few] Twój ruch został cofnięty, teraz trzeba wykonać przejęcie; możliwe są { $count } przejęcia.
   *[other] Twój ruch został cofnięty, teraz trzeba wykonać przejęcie; możliwych jest { $count } przejęć.
}
zertz-rule-ignoring-ends-game = ruch z pominiętym przejęciem nie może zakończyć partii.
zertz-rule-not-in-pool = { $kind ->
    [W] w banku nie ma białych kamieni.
    [G] w banku nie ma szarych kamieni.
   *[B] w banku nie ma czarnych kamieni.
}
zertz-rule-not-captured = { $kind ->
    [W] bank jest pusty, a wśród Twoich przejętych nie ma białych kamieni.
    [G] bank jest pusty, a wśród Twoich przejętych nie ma szarych kamieni.
   *[B] bank jest pusty, a wśród Twoich przejętych nie ma czarnych kamieni.
}
zertz-rule-no-ring = pierścienia { $cell } już nie ma.
zertz-rule-occupied = na { $cell } leży kamień.
zertz-rule-not-free = pierścienia { $cell } nie da się wysunąć: nie ma obok dwóch sąsiednich luk.
zertz-rule-under-marble = na { $cell } właśnie kładziesz kamień, więc ten pierścień zostaje. Usuń inny.
zertz-rule-removal-compulsory = trzeba jeszcze usunąć wolny pierścień (do wyboru: { $count }).
zertz-rule-nothing-to-leave = ten ruch niczego nie izoluje, więc nie ma czego zostawić.
zertz-rule-claim-automatic = w tych zasadach odizolowane kamienie przejmuje się zawsze.
zertz-rule-claim-ends-game = nie ma już pustych pierścieni, więc ostatnich kamieni nie można zostawić.
zertz-rule-no-marble = na { $cell } nie ma kamienia.
zertz-rule-wrong-colour = kamień na { $cell } jest { $kind ->
    [W] biały
    [G] szary
   *[B] czarny
}, a nie { $said ->
    [W] biały
    [G] szary
   *[B] czarny
}.
zertz-rule-wrong-captures = skoki przejmują inne kamienie, niż podaje zapis.
zertz-rule-wrong-claims = ruch izoluje inne kamienie, niż podaje zapis.
zertz-rule-no-jump = z { $from } na { $to } to nie skok: skacze się o dwa pola w linii prostej.
zertz-rule-nothing-jumped = na { $cell } nie ma kamienia, który można przeskoczyć.
zertz-rule-own-colour = kamień nie może przeskoczyć kamienia swojego koloru, a taki leży na { $cell }.
zertz-rule-must-jump-on = z { $cell } kamień musi skakać dalej.
zertz-rule-pass-not-forced = nie wolno pasować, dopóki możliwy jest inny ruch.
zertz-rule-nothing-to-send-back = w poprzednim ruchu nie pominięto przejęcia.

## Zasady TZAAR

tzaar-rule-game-over = partia już się skończyła ({ $reason }).
tzaar-rule-off-board = w środku planszy nie ma pola.
tzaar-rule-still-placing = najpierw trzeba ustawić wszystkie piony.
tzaar-rule-not-placing = wszystkie piony są już na planszy.
tzaar-rule-none-in-hand = { $kind ->
    [Z] nie masz już Tzaarów do postawienia.
    [R] nie masz już Tzarr do postawienia.
   *[T] nie masz już Tottów do postawienia.
}
tzaar-rule-occupied = na { $cell } stoi już pion.
tzaar-rule-vacant = na { $cell } nie ma piona.
tzaar-rule-not-yours = pion na { $cell } należy do przeciwnika.
tzaar-rule-not-in-line = { $from } i { $to } nie leżą w linii prostej.
tzaar-rule-centre = między { $from } i { $to } leży środek planszy, który przerywa linię.
tzaar-rule-blocked = pion na { $cell } stoi na drodze.
tzaar-rule-first-must-capture = ruch zaczyna się od przejęcia, a na { $cell } stoi Twój pion.
tzaar-rule-stack-on-enemy = na { $cell } stoi pion przeciwnika: można go przejąć (x), ale nie wzmocnić (+).
tzaar-rule-capture-own = na { $cell } stoi Twój pion: można go wzmocnić (+), ale nie przejąć (x).
tzaar-rule-higher = stos na { $cell } jest za wysoki: jego wysokość to { $height }, a Twojego piona { $mover }.
tzaar-rule-opening-is-one-capture = pierwszy ruch partii to jedno przejęcie i nic więcej.
tzaar-rule-already-won = pierwsze przejęcie już wygrywa partię, nic nie może po nim nastąpić.
tzaar-rule-second-missing = po przejęciu następuje drugie przejęcie, wzmocnienie albo pas (-).
