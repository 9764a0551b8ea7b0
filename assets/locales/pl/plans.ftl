# Myślenie naprzód: plany, plansze do analizy, notatki.

cmd-plan = zaplanuj
cmd-plan-about = Zaplanuj odpowiedzi: jeśli przeciwnik zagra to, Ty zagrasz tamto
cmd-plan-if = jeśli
cmd-plan-if-about = Możliwy ruch przeciwnika; pomiń, jeśli odpowiedź pasuje na każdy
cmd-plan-then = to
cmd-plan-then-about = Twoja odpowiedź
cmd-plan-place = ustaw
cmd-plan-place-about = Rozstawianie w TZAAR: Twoje piony po kolei, np. Zc3/d4, Rb2, Ta1
cmd-plan-game = partia
cmd-plan-game-about = Która partia, jeśli masz ich kilka

cmd-analyse = analiza
cmd-analyse-about = Prywatna plansza: próbuj ruchów za obie strony
cmd-analyse-game = partia
cmd-analyse-game-about = Która partia, jeśli masz ich kilka
cmd-analyse-turn = ruch
cmd-analyse-turn-about = Po którym ruchu; 0 to początek
cmd-analyse-start = początek
cmd-analyse-start-about = Pozycja początkowa dowolnej gry
cmd-analyse-position = pozycja
cmd-analyse-position-about = Kod pozycji zamiast partii

## Turns that play themselves

turn-planned = { $player }: `{ $notation }` — { $turn } (zaplanowane)
composer-followed = ⏩ I zaraz potem, automatycznie: { $turns }
turns-before = { $count ->
    [one] … wcześniej jeszcze { $count } ruch
    [few] … wcześniej jeszcze { $count } ruchy
   *[other] … wcześniej jeszcze { $count } ruchów
}

## Plans

plan-title = 🧭 **Twój plan**, przeciwnik: { $other }. Nikt inny go nie widzi. Zaplanowana odpowiedź zostanie zagrana od razu po ruchu przeciwnika.
plan-none = Nic jeszcze nie jest zaplanowane. Dodaj wariant: na prywatnej planszy zagraj ruch przeciwnika, a potem swoją odpowiedź.
plan-branch = jeśli `{ $on }`, to `{ $reply }`
plan-branch-any = na każdy inny ruch: `{ $reply }`
plan-rest = … i jeszcze { $count }
plan-queue = Kolejka ustawiania: `{ $list }`
plan-random = 🎲 Reszta Twoich pionów stanie losowo.
plan-queue-lost = Wypadło z kolejki, bo pola są zajęte: `{ $list }`
plan-own-turn = Teraz jest Twój ruch. Odpowiedzi planuje się podczas ruchu przeciwnika.
plan-saved = ✅ Plan zapisany.
plan-cut = Usuń wariant
plan-change-cut = { $count ->
    [one] 🧭 Twój plan działa dalej. Odpadł { $count } wariant.
    [few] 🧭 Twój plan działa dalej. Odpadły { $count } warianty.
   *[other] 🧭 Twój plan działa dalej. Odpadło { $count } wariantów.
}
plan-change-impossible = 🧭 Zaplanowana odpowiedź `{ $reply }` nie była możliwa po tym ruchu. Plan się skończył.
plan-change-over = 🧭 Partia potoczyła się inaczej, niż było w planie. Plan się skończył.
plan-change-done = 🧭 Twój plan został rozegrany do końca.
key-plan = Mój plan
key-plan-ahead = Zaplanuj
key-plan-add = Dodaj wariant
key-plan-drop = Porzuć plan
plan-forced = Możliwe jest tylko { $turn }: zaplanuj odpowiedź
key-queue = Kolejka pionów
key-place-next = Ustaw { $cell }
key-queue-several = Kilka naraz
key-random = Reszta losowo
key-random-surely = Tak, losowo
random-sure = Ustawić wszystkie pozostałe piony losowo? Każdy stanie na planszy w Twoim ruchu. Możesz to przerwać w każdej chwili: **Mój plan**.
random-after-queue = Najpierw staną piony z kolejki: `{ $list }`
queue-title = Kolejka ustawiania
queue-label = Po kolei; inne pola po ukośniku
queue-example = np. Zc3/d4, Rb2, Ta1

## Analysis boards

analysis-title = 🔍 **Analiza.** Nikt inny nie widzi tej planszy.
analysis-title-game = 🔍 **Analiza**: { $variant }, po ruchu { $ply }. Nikt inny nie widzi tej planszy.
analysis-fresh = Nie grasz teraz żadnej partii, ale ruchy za obie strony możesz wypróbować i tak. Na której planszy?
analysis-trying = 🔍 **Analiza**: jaki ruch wypróbować?
analysis-plan-hint = Aby zaplanować odpowiedź, wypróbuj ruch przeciwnika, a potem swój.
analysis-plan = Jako plan: { $line }
analysis-branches = Co tu już wypróbowano
analysis-noted = 📝 Wariant dopisany do Twojej notatki o tej partii.
key-analyse = Analiza
key-try-move = Wypróbuj ruch
key-untry = Usuń ten ruch
key-note-line = Do notatki
key-plan-line = Do planu
key-plan-whatever = … na każdy ruch

## Notes

note-title = Twoja notatka do tej partii
note-label = Widzisz ją tylko Ty
note-kept = Notatka zapisana.
note-gone = Nie ma już notatki do tej partii.
note-shown = 📝 { $note }
more-plan = Plan: odpowiedz na ruch, zanim zostanie wykonany
more-analyse = Analiza: prywatna plansza do próbowania ruchów
more-note = Notatka: kilka słów dla siebie

privacy-thoughts = Przechowywane są też Twoje plany, plansze do analizy i notatki. Nikt inny ich nie widzi; są w pliku i zostaną usunięte razem z resztą.

## Refusals

refused-own-turn = Teraz jest Twój ruch: najpierw go wykonaj. Odpowiedzi planuje się podczas ruchu przeciwnika.
refused-no-answer = W tym wariancie nie ma jeszcze odpowiedzi: wypróbuj ruch przeciwnika, a potem swój.
refused-plan-full = Plan może mieć najwyżej { $count } wariantów i { $deep } odpowiedzi z rzędu.
refused-nothing-planned = W tej partii nic nie jest zaplanowane.
refused-no-setup = W tej partii nie ma czego ustawiać: plansza jest gotowa.
refused-wish = Nie rozumiem „`{ $text }`”. Napisz pion i pole, np. `Zc3`, a inne pola po ukośniku: `Zc3/d4`.
refused-wish-taken = Dla `{ $text }` nie ma już miejsca: wszystkie podane pola są zajęte.
refused-queue-full = W kolejce mieści się najwyżej { $count } pionów, a dla każdego { $places } pól.
refused-unknown-analysis = Tej planszy do analizy już nie ma. Nową otwiera `/{ cmd-analyse }`.
refused-analysis-full = { $count ->
    [one] Plansza jest pełna: wypróbowano na niej { $count } ruch. Usuń coś albo otwórz nową.
    [few] Plansza jest pełna: wypróbowano na niej { $count } ruchy. Usuń coś albo otwórz nową.
   *[other] Plansza jest pełna: wypróbowano na niej { $count } ruchów. Usuń coś albo otwórz nową.
}
refused-nothing-tried = Na tej planszy niczego jeszcze nie wypróbowano.
refused-other-position = Na tej planszy nie ma obecnej pozycji Twojej partii. Otwórz nową planszę z partii.
refused-code = Nie umiem odczytać kodu pozycji; błędna część: { $part }. Kod wygląda tak: `zertz 37 4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 first`
refused-long-code = { $count ->
    [one] Kod pozycji ma najwyżej { $count } znak.
    [few] Kod pozycji ma najwyżej { $count } znaki.
   *[other] Kod pozycji ma najwyżej { $count } znaków.
}
code-game = nazwa gry
code-whole = liczba części
code-variant = wariant gry
code-board = plansza
code-position = co stoi na planszy
code-side-to-move = czyj ruch
code-turns-since = ruch po pozycji
code-other = jedna z części
