# Jak się co nazywa w każdej grze. Klucze zaczynają się od nazwy gry.

## ZÈRTZ

zertz-side = { $side ->
    [first] Gracz 1
   *[second] Gracz 2
}
zertz-player = { $name }
zertz-short-W = ⚪
zertz-short-G = 🔘
zertz-short-B = ⚫
zertz-long-W = ⚪
zertz-long-G = 🔘
zertz-long-B = ⚫
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
zertz-holding-pool = pula: { $list }
zertz-holding-captured = przejęte, { $player }: { $list }
zertz-stock-pool = pula

zertz-ask-kind = Który kamień?
zertz-ask-place = Na którym pierścieniu go postawić?
zertz-ask-remove = Który pierścień zabrać?
zertz-ask-jumper = Który kamień skacze?
zertz-ask-landing = Dokąd skacze?
zertz-ask-chain = Które przejęcie?
zertz-ask-fork = Postawić kamień czy zwrócić ruch przeciwnika, w którym pominięto przejęcie?
zertz-own-captures = Pula jest pusta: kamień bierzesz z WŁASNYCH przejętych.
zertz-hint-isolates = + odcina kamienie, które stają się Twoje.

zertz-chosen-kind = { $kind ->
    [W] biały kamień
    [G] szary kamień
   *[B] czarny kamień
}
zertz-chosen-jumper = kamień z { $from }
zertz-did-place = { $kind ->
    [W] biały kamień
    [G] szary kamień
   *[B] czarny kamień
} na { $cell }{ $own ->
    [true] {" "}(z własnych przejętych)
   *[false] {""}
}
zertz-did-remove = pierścień { $cell } zabrany
zertz-did-claim = { $count ->
    [one] przejęty { $count } odcięty kamień ({ $cells })
    [few] przejęte { $count } odcięte kamienie ({ $cells })
   *[other] przejęto { $count } odciętych kamieni ({ $cells })
}
zertz-did-leave = { $count ->
    [one] na planszy zostaje { $count } odcięty kamień ({ $cells })
    [few] na planszy zostają { $count } odcięte kamienie ({ $cells })
   *[other] na planszy zostaje { $count } odciętych kamieni ({ $cells })
}
zertz-did-jump = { $from } skacze na { $path }, przejęcie: { $taken }
zertz-did-pass = pas: nic nie da się zrobić
zertz-did-send-back = ruch przeciwnika zwrócony, bo pominięto w nim przejęcie

zertz-take-kind = { $kind ->
    [W] Weź biały kamień
    [G] Weź szary kamień
   *[B] Weź czarny kamień
}
zertz-take-place = Postaw na { $cell }
zertz-warn-missed = ⚠️ Przejęcie jest możliwe. Jeśli zamiast tego postawisz kamień, ten ruch może zostać zwrócony.
zertz-warn-leave = ⚠️ Tego, co teraz zostawisz, nie da się już nigdy przejąć.

zertz-then-send-back = { $player } może przejmować albo zwrócić ten ruch.
zertz-then-either = { $player } może przejmować.
zertz-then-jumper = { $count ->
    [one] { $player } musi przejmować: skoczyć może { $count } kamień.
    [few] { $player } musi przejmować: skoczyć mogą { $count } kamienie.
   *[other] { $player } musi przejmować: skoczyć może { $count } kamieni.
}
zertz-then-kind = Teraz kamień stawia { $player }.
zertz-then-pass = { $player } musi spasować.

zertz-reason-white = zebrane białe kamienie
zertz-reason-grey = zebrane szare kamienie
zertz-reason-black = zebrane czarne kamienie
zertz-reason-each-colour = zebrane kamienie każdego koloru
zertz-reason-last-ring = zajęty ostatni pierścień
zertz-reason-repetition = ta sama pozycja po raz trzeci
zertz-reason-nobody-can-move = nikt nie może się ruszyć

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
tzaar-short-Z = Z
tzaar-short-R = R
tzaar-short-T = T
tzaar-long-Z = Tzaar
tzaar-long-R = Tzarra
tzaar-long-T = Tott
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

tzaar-ask-kind = Która figura?
tzaar-ask-place = Na którym punkcie postawić tę figurę?
tzaar-ask-mover = Która figura przejmuje?
tzaar-ask-next = Która figura teraz idzie?
tzaar-ask-target = Dokąd idzie?
tzaar-ask-again = A potem? Przejąć jeszcze raz, wzmocnić figurę albo spasować.

tzaar-chosen-kind = { $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
}
tzaar-chosen-mover = figura z { $from }
tzaar-did-place = { $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
} na { $cell }
tzaar-did-capture = { $from } przejmuje { $to } ({ $kind ->
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
    [one] { $player }: trzeba przejmować, może to zrobić { $count } figura.
    [few] { $player }: trzeba przejmować, mogą to zrobić { $count } figury.
   *[other] { $player }: trzeba przejmować, może to zrobić { $count } figur.
}
tzaar-then-kind = Teraz figurę stawia: { $player }.

tzaar-reason-no-Z = przegrany nie ma widocznego Tzaara
tzaar-reason-no-R = przegrany nie ma widocznej Tzarry
tzaar-reason-no-T = przegrany nie ma widocznego Totta
tzaar-reason-no-capture = przegrany nie ma czego przejąć
