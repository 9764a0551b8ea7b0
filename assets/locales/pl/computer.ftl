# Games against the computer.

## Commands

cmd-play = graj
cmd-play-about = Zagraj z komputerem
cmd-play-game = gra
cmd-play-game-about = W co grać; pomiń, aby wybrać w formularzu
cmd-play-level = poziom
cmd-play-level-about = Jak silnie gra komputer
cmd-play-side = strona
cmd-play-side-about = Kto zaczyna; jeśli pominiesz, zdecyduje los
side-computer = Zaczyna komputer

## Levels

level-1 = Nowicjusz
level-1-about = Zna zasady, patrzy o jeden ruch naprzód i często nie zauważa bić.
level-2 = Początkujący
level-2-about = Wykorzystuje wygraną w jednym ruchu, ale wpada w proste pułapki.
level-3 = Amator
level-3-about = Bierze pod uwagę Twoją odpowiedź i odpiera większość gróźb.
level-4 = Gracz klubowy
level-4-about = Rzadko się myli i potrafi coś poświęcić, żeby wygrać.
level-5 = Silny gracz
level-5-about = Liczy daleko, a końcówkę, jeśli zdoła ją policzyć, gra bezbłędnie.
level-6 = Mistrz
level-6-about = Liczy tak głęboko, jak może, i zawsze gra najlepszy znaleziony ruch.
level-7 = Pełna siła
level-7-about = Silniej nie potrafi; każdy ruch zajmuje kilka sekund.

## Starting and playing

key-computer = Zagraj z komputerem
key-play-on = Dokończ z komputerem
key-computer-start = Zacznij
computer = komputer
computer-name = Komputer ({ $level })
computer-form = **{ $variant }** z komputerem
computer-form-from = { $count ->
    [0] **{ $variant }** z komputerem, ustawienie z partii #{ $game }
    [one] **{ $variant }** z komputerem, partia #{ $game } po { $count } ruchu
    [few] **{ $variant }** z komputerem, partia #{ $game } po { $count } ruchach
   *[other] **{ $variant }** z komputerem, partia #{ $game } po { $count } ruchach
}
computer-form-more = -# Bez zegara i bez rankingu. Ruch zawsze można cofnąć, a poziom zmienić w trakcie partii.
computer-level = Poziom
computer-side = Kto zaczyna
computer-started = 🤖 Partia z komputerem się zaczyna. Poziom: { $level }.
computer-started-place = 🤖 Partia z komputerem się zaczyna → { $place }
    Poziom: { $level }
computer-thinking = 🤖 { $player } myśli …
computer-soon = 🤖 Komputer myśli. Dam znać, gdy wykona ruch.
computer-busy = { $count ->
    [one] 🤖 Komputer jest zajęty: przed Tobą { $count } inna partia. Twoje miejsce w kolejce czeka, dam znać.
    [few] 🤖 Komputer jest zajęty: przed Tobą { $count } inne partie. Twoje miejsce w kolejce czeka, dam znać.
   *[other] 🤖 Komputer jest zajęty: przed Tobą { $count } innych partii. Twoje miejsce w kolejce czeka, dam znać.
}
computer-ask-level = Jak silnie komputer ma grać od teraz?
computer-level-set = 🤖 Od teraz: { $level }
more-level = Zmień poziom komputera
card-computer = 🤖 { $player } gra z komputerem w **{ $variant }**. Poziom: { $level }

## Hints

key-hint = Podpowiedź
key-hint-turn = Pokaż ruch
hint-look = 💡 Zwróć uwagę na **{ $cell }**.
hint-look-nowhere = 💡 Tym razem nie trzeba niczego ruszać.
hint-turn = 💡 `{ $notation }` — { $turn }
    { $reason }
hint-only = To jedyny możliwy ruch.
hint-wins = Wygrywa od razu.
hint-wins-by-force = Prowadzi do wygranej przy każdej odpowiedzi komputera.
hint-one-reply = Zostawia komputerowi jedyną odpowiedź.
hint-chances = Najlepszy znaleziony ruch. Szacowana szansa na Twoją wygraną po nim: { $percent } %.
hint-later = Komputer jest zajęty. Twoje miejsce w kolejce czeka; spróbuj za chwilę.
over-hints = { $count ->
    [one] -# 💡 Wykorzystano { $count } podpowiedź.
    [few] -# 💡 Wykorzystano { $count } podpowiedzi.
   *[other] -# 💡 Wykorzystano { $count } podpowiedzi.
}

## What is refused

refused-fair-play-running = Ta partia jeszcze trwa, a w partiach między ludźmi komputer nie pomaga.
refused-fair-play-own = Masz w tym wariancie trwającą partię z człowiekiem. Dopóki się nie skończy, z komputerem możesz w nim grać tylko od początku.
refused-fair-play-others = Ta pozycja wystąpiła w partii, którą ktoś teraz rozgrywa. Spróbuj, gdy się skończy.
refused-computer-draw = Komputer nie zgadza się na remis. Graj dalej albo poddaj partię.
refused-no-computer = To nie jest partia z komputerem.
refused-too-many-computer = { $count ->
    [one] Możesz grać naraz { $count } partię z komputerem. Najpierw ją dokończ lub poddaj.
    [few] Możesz grać naraz { $count } partie z komputerem. Najpierw jedną dokończ lub poddaj.
   *[other] Możesz grać naraz { $count } partii z komputerem. Najpierw jedną dokończ lub poddaj.
}
refused-unknown-level = Nie ma takiego poziomu. Wybierz z listy.
