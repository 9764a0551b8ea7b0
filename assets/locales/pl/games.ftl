# Jak się co nazywa w każdej grze. Klucze zaczynają się od nazwy gry.

## ZÈRTZ

zertz-side = { $side ->
    [first] Gracz 1
   *[second] Gracz 2
}
zertz-player = { $name }
zertz-token = { $kind ->
    [W] biały
    [G] szary
    [B] czarny
   *[O] pierścień
}
zertz-group = { $kind ->
    [W] białe kamienie
    [G] szare kamienie
    [B] czarne kamienie
   *[O] puste pierścienie
}
zertz-legend = -# W biały, G szary, B czarny kamień; o pusty pierścień; . brak pierścienia
zertz-counted = { $kind ->
    [W] { $count ->
        [one] { $count } biały
        [few] { $count } białe
       *[other] { $count } białych
    }
    [G] { $count ->
        [one] { $count } szary
        [few] { $count } szare
       *[other] { $count } szarych
    }
   *[B] { $count ->
        [one] { $count } czarny
        [few] { $count } czarne
       *[other] { $count } czarnych
    }
}
zertz-holding-pool = bank: { $list }
zertz-holding-captured = { $player }, przejęte: { $list }
zertz-stock-pool = bank

zertz-ask-kind = Który kamień?
zertz-ask-place = Na którym pierścieniu położyć kamień?
zertz-ask-remove = Który pierścień usunąć?
zertz-ask-jumper = Który kamień skacze?
zertz-ask-landing = Dokąd skacze?
zertz-ask-chain = Które przejęcie?
zertz-ask-chain-or-back = Które przejęcie — czy każesz cofnąć ruch?
zertz-ask-fork = Położyć kamień czy kazać cofnąć ruch przeciwnika?
zertz-own-captures = Bank jest pusty: kamień bierzesz ze SWOICH przejętych.
zertz-hint-isolates = Znak „+”: ten ruch izoluje kamienie i stają się one Twoje.
zertz-hint-send-back = ❗ Przeciwnik położył kamień, choć możliwe było przejęcie. **{ $key }**: ten ruch zostanie cofnięty, a przejęcie stanie się obowiązkowe.

zertz-chosen-kind = { $emoji }{ $kind ->
    [W] biały kamień
    [G] szary kamień
   *[B] czarny kamień
}
zertz-chosen-jumper = kamień z { $from }
zertz-did-place = { $emoji }{ $kind ->
    [W] biały kamień
    [G] szary kamień
   *[B] czarny kamień
} na { $cell }{ $own ->
    [true] {" "}(z własnych przejętych)
   *[false] {""}
}
zertz-did-remove = pierścień { $cell } usunięty
zertz-did-claim = { $count ->
    [one] przejęto { $count } odizolowany kamień ({ $cells })
    [few] przejęto { $count } odizolowane kamienie ({ $cells })
   *[other] przejęto { $count } odizolowanych kamieni ({ $cells })
}
zertz-did-leave = { $count ->
    [one] na planszy zostaje { $count } odizolowany kamień ({ $cells })
    [few] na planszy zostają { $count } odizolowane kamienie ({ $cells })
   *[other] na planszy zostaje { $count } odizolowanych kamieni ({ $cells })
}
zertz-did-jump = { $from } skacze na { $path }, przejęcie: { $taken }
zertz-did-pass = pas: brak możliwego ruchu
zertz-did-send-back = cofnięty ruch z pominiętym przejęciem

zertz-warn-missed = ⚠️ Przejęcie jest możliwe. Jeśli mimo to położysz kamień, przeciwnik może kazać cofnąć ten ruch.
zertz-warn-leave = ⚠️ Tego, co teraz zostawisz, nie da się już nigdy przejąć.

zertz-then-send-back = { $player } może grać dalej albo kazać cofnąć ten ruch.
zertz-then-either = { $player } może wykonać przejęcie.
zertz-then-jumper = { $count ->
    [one] { $player } musi wykonać przejęcie: skoczyć może { $count } kamień.
    [few] { $player } musi wykonać przejęcie: skoczyć mogą { $count } kamienie.
   *[other] { $player } musi wykonać przejęcie: skoczyć może { $count } kamieni.
}
zertz-then-kind = { $player } kładzie następny kamień.
zertz-then-pass = { $player } musi spasować.
zertz-must-jumper = ❗ { $player }: w tym ruchu przejęcie jest obowiązkowe.

zertz-reason-white = zebrane białe kamienie
zertz-reason-grey = zebrane szare kamienie
zertz-reason-black = zebrane czarne kamienie
zertz-reason-each-colour = zebrane kamienie każdego koloru
zertz-reason-last-ring = brak pustych pierścieni
zertz-reason-repetition = ta sama pozycja po raz trzeci
zertz-reason-nobody-can-move = nikt nie może wykonać ruchu

## TZAAR

tzaar-side = { $side ->
    [first] Białe
   *[second] Czarne
}
tzaar-player = { $name } ({ $side ->
    [first] białe
   *[second] czarne
})
tzaar-kind = { $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
}
tzaar-token = { $kind ->
    [Z] { $side ->
        [first] biały Tzaar
       *[second] czarny Tzaar
    }
    [R] { $side ->
        [first] biała Tzarra
       *[second] czarna Tzarra
    }
   *[T] { $side ->
        [first] biały Tott
       *[second] czarny Tott
    }
}{ $height ->
    [1] {""}
   *[other] {""} (wysokość { $height })
}
tzaar-group = { $side ->
    [first] białe
   *[second] czarne
} { $kind ->
    [Z] Tzaary
    [R] Tzarry
   *[T] Totty
}{ $height ->
    [1] {""}
   *[other] {""} (wysokość { $height })
}
tzaar-legend = -# Z Tzaar, R Tzarra, T Tott; wielkie litery: białe, małe: czarne; liczba to wysokość; . puste
tzaar-counted = { $kind ->
    [Z] { $count ->
        [one] { $count } Tzaar
        [few] { $count } Tzaary
       *[other] { $count } Tzaarów
    }
    [R] { $count ->
        [one] { $count } Tzarra
        [few] { $count } Tzarry
       *[other] { $count } Tzarr
    }
   *[T] { $count ->
        [one] { $count } Tott
        [few] { $count } Totty
       *[other] { $count } Tottów
    }
}
tzaar-holding-to-place = { $player }, do postawienia: { $list }
tzaar-holding-shown = { $player }, widoczne: { $list }

tzaar-ask-kind = Który pion?
tzaar-ask-place = Na którym polu go postawić?
tzaar-ask-mover = Który pion przejmuje?
tzaar-ask-action = Które przejęcie?
tzaar-ask-next = Jeszcze przejęcie, wzmocnienie czy pas?
tzaar-ask-target = Dokąd idzie?
tzaar-ask-again = A potem? Jeszcze przejęcie (×), wzmocnienie (+) albo pas.

tzaar-chosen-kind = { $emoji }{ $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
}
tzaar-chosen-mover = pion z { $from }
tzaar-did-place = { $emoji }{ $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
} na { $cell }
tzaar-did-capture = { $from } przejmuje { $to } ({ $emoji }{ $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
}{ $height ->
    [1] {""}
   *[other] {" "}o wysokości { $height }
})
tzaar-did-stack = { $from } na { $to }: stos o wysokości { $height }
tzaar-did-cover = { $kind ->
    [Z] ostatni Tzaar zakryty
    [R] ostatnia Tzarra zakryta
   *[T] ostatni Tott zakryty
}
tzaar-did-pass = pas

tzaar-then-mover = { $count ->
    [one] { $player }: przejęcie jest obowiązkowe, może je wykonać { $count } pion.
    [few] { $player }: przejęcie jest obowiązkowe, mogą je wykonać { $count } piony.
   *[other] { $player }: przejęcie jest obowiązkowe, może je wykonać { $count } pionów.
}
tzaar-then-kind = { $player } stawia następny pion.

tzaar-reason-no-Z = brak widocznych Tzaarów
tzaar-reason-no-R = brak widocznych Tzarr
tzaar-reason-no-T = brak widocznych Tottów
tzaar-reason-no-capture = brak możliwego przejęcia
tzaar-lost-no-Z = { $who ->
    [you] nie masz już widocznego Tzaara
   *[other] { $loser } nie ma już widocznego Tzaara
}
tzaar-lost-no-R = { $who ->
    [you] nie masz już widocznej Tzarry
   *[other] { $loser } nie ma już widocznej Tzarry
}
tzaar-lost-no-T = { $who ->
    [you] nie masz już widocznego Totta
   *[other] { $loser } nie ma już widocznego Totta
}
tzaar-lost-no-capture = { $who ->
    [you] nie masz czego przejąć
   *[other] { $loser } nie ma czego przejąć
}
