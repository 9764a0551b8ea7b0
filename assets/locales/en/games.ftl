# What each game calls its things. Keys begin with the game's name.

## ZÈRTZ

zertz-side = { $side ->
    [first] Player 1
   *[second] Player 2
}
zertz-player = { $name }
zertz-short-W = ⚪
zertz-short-G = 🔘
zertz-short-B = ⚫
zertz-long-W = ⚪
zertz-long-G = 🔘
zertz-long-B = ⚫
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
zertz-holding-captured = captured by { $player }: { $list }
zertz-stock-pool = pool

zertz-ask-kind = Which marble?
zertz-ask-place = Which ring is it placed on?
zertz-ask-remove = Which ring is removed?
zertz-ask-jumper = Which marble jumps?
zertz-ask-landing = Where does it land?
zertz-ask-chain = Which capture?
zertz-ask-fork = Place a marble, or send the missed capture back?
zertz-own-captures = The pool is empty: the marble comes from YOUR captures.
zertz-hint-isolates = + cuts off marbles, and you take them.

zertz-chosen-kind = { $kind ->
    [W] white marble
    [G] grey marble
   *[B] black marble
}
zertz-chosen-jumper = the marble on { $from } jumps
zertz-did-place = { $kind ->
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
zertz-did-pass = passes: nothing can be done
zertz-did-send-back = sends the turn back: a capture was missed

zertz-take-kind = { $kind ->
    [W] Take the white marble
    [G] Take the grey marble
   *[B] Take the black marble
}
zertz-take-place = Put it on { $cell }
zertz-warn-missed = ⚠️ A capture is possible. If you place instead, this turn may be sent back.
zertz-warn-leave = ⚠️ What you leave now can never be claimed later.

zertz-then-send-back = { $player } can capture, or send this turn back.
zertz-then-either = { $player } can capture.
zertz-then-jumper = { $count ->
    [one] { $player } must capture: one marble can jump.
   *[other] { $player } must capture: { $count } marbles can jump.
}
zertz-then-kind = { $player } will place a marble.
zertz-then-pass = { $player } has to pass.

zertz-reason-white = enough white marbles
zertz-reason-grey = enough grey marbles
zertz-reason-black = enough black marbles
zertz-reason-each-colour = enough marbles of each colour
zertz-reason-last-ring = the last ring is filled
zertz-reason-repetition = the same position three times
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
tzaar-short-Z = Z
tzaar-short-R = R
tzaar-short-T = T
tzaar-long-Z = Tzaar
tzaar-long-R = Tzarra
tzaar-long-T = Tott
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
tzaar-holding-to-place = { $player } still to place: { $list }
tzaar-holding-shown = { $player }, visible: { $list }

tzaar-ask-kind = Which piece?
tzaar-ask-place = Which point is it placed on?
tzaar-ask-mover = Which piece captures?
tzaar-ask-next = Which piece moves next?
tzaar-ask-target = Where does it go?
tzaar-ask-again = And then? Choose a piece to capture or stack with, or pass.

tzaar-chosen-kind = { $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
}
tzaar-chosen-mover = { $from } moves
tzaar-did-place = { $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
} on { $cell }
tzaar-did-capture = { $from } captures { $to } ({ $kind ->
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
    [one] { $player } must capture: one piece can.
   *[other] { $player } must capture: { $count } pieces can.
}
tzaar-then-kind = { $player } will place a piece.

tzaar-reason-no-Z = the loser has no Tzaar in sight
tzaar-reason-no-R = the loser has no Tzarra in sight
tzaar-reason-no-T = the loser has no Tott in sight
tzaar-reason-no-capture = the loser can’t capture
