# What each game calls its things. Keys begin with the game's name.

## ZÈRTZ

zertz-side = { $side ->
    [first] Player 1
   *[second] Player 2
}
zertz-player = { $name }
zertz-token = { $kind ->
    [W] white
    [G] grey
    [B] black
   *[O] ring
}
zertz-group = { $kind ->
    [W] white marbles
    [G] grey marbles
    [B] black marbles
   *[O] vacant rings
}
zertz-legend = -# W white, G grey, B black marble; o vacant ring; . no ring
zertz-counted = { $kind ->
    [W] { $count } white
    [G] { $count } grey
   *[B] { $count } black
}
zertz-holding-pool = pool: { $list }
zertz-holding-captured = { $player }, captured: { $list }
zertz-stock-pool = pool

zertz-ask-kind = Which marble?
zertz-ask-place = Which ring do you place it on?
zertz-ask-remove = Which ring do you remove?
zertz-ask-jumper = Which marble jumps?
zertz-ask-landing = Where does it land?
zertz-ask-chain = Which capture?
zertz-ask-chain-or-back = Which capture, or send the turn back?
zertz-ask-fork = Place a marble, or send your opponent's turn back?
zertz-own-captures = The pool is empty: you place one of YOUR captured marbles.
zertz-hint-isolates = “+” means: this isolates marbles, and you take them.
zertz-hint-send-back = ❗ Your opponent placed a marble although a capture was possible. **{ $key }** undoes that turn, and then they must capture.

zertz-chosen-kind = { $emoji }{ $kind ->
    [W] white marble
    [G] grey marble
   *[B] black marble
}
zertz-chosen-jumper = the marble on { $from } jumps
zertz-did-place = { $emoji }{ $kind ->
    [W] white marble
    [G] grey marble
   *[B] black marble
} on { $cell }{ $own ->
    [true] {" "}(from own captures)
   *[false] {""}
}
zertz-did-remove = ring { $cell } removed
zertz-did-claim = { $count ->
    [one] { $count } isolated marble claimed ({ $cells })
   *[other] { $count } isolated marbles claimed ({ $cells })
}
zertz-did-leave = { $count ->
    [one] { $count } isolated marble left on the board ({ $cells })
   *[other] { $count } isolated marbles left on the board ({ $cells })
}
zertz-did-jump = { $from } jumps to { $path }, capturing { $taken }
zertz-did-pass = passes: no possible move
zertz-did-send-back = sends the turn back: a capture was missed

zertz-warn-missed = ⚠️ You could capture. If you place instead, your opponent can send this turn back.
zertz-warn-leave = ⚠️ What you leave now can never be claimed later.

zertz-then-send-back = { $player } can play on, or send this turn back.
zertz-then-either = { $player } can capture.
zertz-then-jumper = { $count ->
    [one] { $player } must capture: one marble can jump.
   *[other] { $player } must capture: { $count } marbles can jump.
}
zertz-then-kind = { $player } places a marble next.
zertz-then-pass = { $player } has to pass.
zertz-must-jumper = ❗ { $player } must capture this turn.

zertz-reason-white = enough white marbles
zertz-reason-grey = enough grey marbles
zertz-reason-black = enough black marbles
zertz-reason-each-colour = enough marbles of each colour
zertz-reason-last-ring = no vacant ring left
zertz-reason-repetition = threefold repetition
zertz-reason-nobody-can-move = nobody can move

## TZAAR

tzaar-side = { $side ->
    [first] White
   *[second] Black
}
tzaar-player = { $name } ({ $side ->
    [first] White
   *[second] Black
})
tzaar-kind = { $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
}
tzaar-token = { $side ->
    [first] White
   *[second] Black
} { $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
}{ $height ->
    [1] {""}
   *[other] {""} (height { $height })
}
tzaar-group = { $side ->
    [first] White
   *[second] Black
} { $kind ->
    [Z] Tzaars
    [R] Tzarras
   *[T] Totts
}{ $height ->
    [1] {""}
   *[other] {""} (height { $height })
}
tzaar-legend = -# Z Tzaar, R Tzarra, T Tott; capitals White, small letters Black; a number is the height; . vacant
tzaar-counted = { $kind ->
    [Z] { $count ->
        [one] { $count } Tzaar
       *[other] { $count } Tzaars
    }
    [R] { $count ->
        [one] { $count } Tzarra
       *[other] { $count } Tzarras
    }
   *[T] { $count ->
        [one] { $count } Tott
       *[other] { $count } Totts
    }
}
tzaar-holding-to-place = { $player }, still to place: { $list }
tzaar-holding-shown = { $player }, visible: { $list }

tzaar-ask-kind = Which piece?
tzaar-ask-place = Which point do you place it on?
tzaar-ask-mover = Which piece captures?
tzaar-ask-action = Which capture?
tzaar-ask-next = Capture again, stack or pass?
tzaar-ask-target = Where does it go?
tzaar-ask-again = Now capture again (×), stack (+) or pass.

tzaar-chosen-kind = { $emoji }{ $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
}
tzaar-chosen-mover = { $from } moves
tzaar-did-place = { $emoji }{ $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
} on { $cell }
tzaar-did-capture = { $from } captures { $to } ({ $emoji }{ $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
}{ $height ->
    [1] {""}
   *[other] , height { $height }
})
tzaar-did-stack = { $from } onto { $to }: stack of height { $height }
tzaar-did-cover = { $kind ->
    [Z] the last Tzaar is covered
    [R] the last Tzarra is covered
   *[T] the last Tott is covered
}
tzaar-did-pass = passes

tzaar-then-mover = { $count ->
    [one] { $player } must capture next: only one piece can.
   *[other] { $player } captures next: { $count } pieces can.
}
tzaar-then-kind = { $player } places a piece next.

tzaar-reason-no-Z = no visible Tzaar left
tzaar-reason-no-R = no visible Tzarra left
tzaar-reason-no-T = no visible Tott left
tzaar-reason-no-capture = no capture possible
tzaar-lost-no-Z = { $who ->
    [you] you have no visible Tzaar left
   *[other] { $loser } has no visible Tzaar left
}
tzaar-lost-no-R = { $who ->
    [you] you have no visible Tzarra left
   *[other] { $loser } has no visible Tzarra left
}
tzaar-lost-no-T = { $who ->
    [you] you have no visible Tott left
   *[other] { $loser } has no visible Tott left
}
tzaar-lost-no-capture = { $who ->
    [you] you can't capture
   *[other] { $loser } can't capture
}
