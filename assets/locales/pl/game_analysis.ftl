# The computer's analysis of games that are over, and what it says about positions of analysis boards.

## Buttons

key-game-analysis = Analiza komputera
key-game-analysis-again = Sprawdź ponownie
key-game-analysis-deciding = Decydujący ruch
key-game-analysis-played = Jak zagrano
key-game-analysis-better = Lepszy ruch
key-game-analysis-chart = Wykres
key-ask-computer = Zapytaj komputer

## The analysis of a game

game-analysis-title = 📈 **Analiza komputera** · { $variant }
game-analysis-working = Komputer analizuje tę partię: gotowe pozycje: { $done } z { $total }.
game-analysis-waiting = { $count ->
    [one] Komputer jest zajęty: przed tobą jest jeszcze { $count } partia. Twoje miejsce w kolejce czeka, możesz zajrzeć później.
    [few] Komputer jest zajęty: przed tobą są jeszcze { $count } partie. Twoje miejsce w kolejce czeka, możesz zajrzeć później.
   *[other] Komputer jest zajęty: przed tobą jest jeszcze { $count } partii. Twoje miejsce w kolejce czeka, możesz zajrzeć później.
}
game-analysis-accuracy = { $player }: dokładność **{ $percent } %**
game-analysis-no-accuracy = { $player }: nie ma czego oceniać, nie było wyboru
game-analysis-deciding = ⚡ **Decydujący ruch:** { $number }. `{ $turn }`, gra { $player }. Szanse na wygraną: { $before } % → { $after } %.
game-analysis-steps = ⚖️ Żaden pojedynczy ruch nie przesądził o wyniku: szanse zmieniały się krok po kroku.
game-analysis-estimates = -# Szanse na wygraną to ocena, chyba że wygrana jest dowiedziona. Znaki: `?!` niedokładność, `?` błąd, `??` poważny błąd.
game-analysis-choose = Ruchy, które pogorszyły pozycję
game-analysis-mark = { $mark ->
    [inaccuracy] `{ $sign }` Niedokładność
    [mistake] `{ $sign }` Błąd
   *[blunder] `{ $sign }` Poważny błąd
} ({ $player }): szanse na wygraną { $before } % → { $after } %.
game-analysis-better = 💡 Lepiej: `{ $notation }` — { $turn }
    { $reason }
game-analysis-better-shown = Na obrazku jest lepszy ruch.
game-analysis-decided-here = ⚡ Ten ruch przesądził o wyniku.
game-analysis-chances = -# 📈 Szanse na wygraną: { $first } { $chance } %, { $second } { $rest } %
game-analysis-comment = { $sign } szanse na wygraną { $before } % → { $after } %; lepiej: { $turn }
game-analysis-chart-alt = { $count ->
    [one] Wykres z { $count } ruchu. Szanse na wygraną ({ $player }): na początku { $start } %, najniższe { $lowest } %, najwyższe { $highest } %, na końcu { $end } %.
    [few] Wykres z { $count } ruchów. Szanse na wygraną ({ $player }): na początku { $start } %, najniższe { $lowest } %, najwyższe { $highest } %, na końcu { $end } %.
   *[other] Wykres z { $count } ruchów. Szanse na wygraną ({ $player }): na początku { $start } %, najniższe { $lowest } %, najwyższe { $highest } %, na końcu { $end } %.
}
better-only = To jedyny możliwy ruch.
better-wins = Wygrywa od razu.
better-wins-by-force = Wymusza wygraną przy każdej odpowiedzi.
better-one-reply = Zostawia tylko jedną odpowiedź.
better-chances = Ocena szans na wygraną po nim: { $percent } %.

## Positions of analysis boards

position-answer = 🤖 Najlepszy ruch: `{ $notation }` — { $turn }
    { $reason }
    { $outlook }
position-chances = Na ruchu: { $player }. Ocena szans na wygraną: { $percent } %.
position-won = { $count ->
    [one] Na ruchu: { $player }, z wymuszoną wygraną najpóźniej w { $count } ruchu.
    [few] Na ruchu: { $player }, z wymuszoną wygraną najpóźniej w { $count } ruchach.
   *[other] Na ruchu: { $player }, z wymuszoną wygraną najpóźniej w { $count } ruchach.
}
position-lost = { $count ->
    [one] Na ruchu: { $player }, z wymuszoną przegraną najpóźniej w { $count } ruchu.
    [few] Na ruchu: { $player }, z wymuszoną przegraną najpóźniej w { $count } ruchach.
   *[other] Na ruchu: { $player }, z wymuszoną przegraną najpóźniej w { $count } ruchach.
}
computer-from-board = 🤖 Dogrywasz tę pozycję z komputerem i zaczynasz, twoja strona: { $player }. Na jakim poziomie?

## What is refused

refused-fair-play-asked = Grasz teraz z kimś partię na takiej planszy. Dopóki się nie skończy, komputer nie komentuje pozycji, które mogą z niej pochodzić.
refused-analysis-running = Ta partia jeszcze trwa. Komputer przyjrzy się jej, gdy się skończy.
refused-nothing-to-analyse = W tej partii nie wykonano żadnego ruchu, nie ma czego analizować.
refused-long-analysis = { $count ->
    [one] Komputer analizuje partie do { $count } ruchu, a ta jest dłuższa.
    [few] Komputer analizuje partie do { $count } ruchów, a ta jest dłuższa.
   *[other] Komputer analizuje partie do { $count } ruchów, a ta jest dłuższa.
}
refused-too-many-analyses = { $count ->
    [one] Komputer analizuje jeszcze dla ciebie { $count } partię. Poczekaj, aż skończy.
    [few] Komputer analizuje jeszcze dla ciebie { $count } partie. Poczekaj, aż skończy jedną z nich.
   *[other] Komputer analizuje jeszcze dla ciebie { $count } partii. Poczekaj, aż skończy jedną z nich.
}
refused-too-many-questions = { $count ->
    [one] Komputer nie odpowiedział jeszcze na { $count } twoje pytanie. Poczekaj chwilę.
    [few] Komputer nie odpowiedział jeszcze na { $count } twoje pytania. Poczekaj chwilę.
   *[other] Komputer nie odpowiedział jeszcze na { $count } twoich pytań. Poczekaj chwilę.
}
refused-no-origin = Ta plansza zaczęła się od kodu pozycji. Z komputerem można dograć tylko na planszy, która zaczęła się od partii albo od pozycji początkowej.
