# Układanie ruchu. To, co dotyczy tylko jednej gry, jest w games.ftl.

nothing = brak
to-move = Na ruchu: { $player }
over-won = Wygrana: { $player } ({ $reason })
over-drawn = Remis: { $reason }

chosen = Wybrano: { $what }
hint-column = Najpierw wybierz kolumnę.
hint-column-touch = Najpierw wybierz kolumnę (można ją jeszcze zmienić).
hint-touch = Dotknięte — zagrane: wyboru koloru i pierścienia nie można cofnąć.
hint-final = Dotknięte — zagrane: tego, co już wybrane, nie można zmienić. ✖️ zamyka, a zaczęty ruch zostaje.
only-move = To jedyny możliwy ruch.
skipped = Jedyna możliwość: { $steps }
isolates = { $count ->
    [one] izoluje { $count } kamień
    [few] izoluje { $count } kamienie
   *[other] izoluje { $count } kamieni
}
warn-loses = ⚠️ Tym ruchem od razu przegrywasz partię.
then-win = Wygrywasz ({ $reason }).
then-lose = Przegrywasz ({ $reason }).
then-draw = Remis: { $reason }.
confirm-once-more = Bardzo szybko — może to podwójne naciśnięcie? Naciśnij „{ $confirm }” jeszcze raz.

# Przyciski. W rzędzie mieści się około 34 znaków; dwa przyciski obok siebie — po 15.
key-confirm = Zagraj
key-confirm-try = Wypróbuj
key-loses = Mimo to zagraj (porażka)
key-leave = Zostaw na planszy: { $count }
key-place = Połóż kamień
key-place-instead = Bez przejęcia
key-send-back = Każ cofnąć
key-pass = Pas
key-again = Rusz znów { $cell }
key-back = Wstecz
key-close = Zamknij
key-type = Wpisz
key-go-on = Wróć do ruchu
key-discard = Odrzuć
key-type-again = Wpisz ponownie

# Okno do wpisania ruchu: najwyżej 45 znaków.
type-title = Wpisz ruch
type-label = Ruch w notacji

suggest-column = { $count ->
    [one] kolumna { $column }, { $count } pole
    [few] kolumna { $column }, { $count } pola
   *[other] kolumna { $column }, { $count } pól
}

# What a screen reader says for keys that have only a sign.
heard-first = Początek
heard-previous = Wcześniej
heard-next = Dalej
heard-last = Koniec
