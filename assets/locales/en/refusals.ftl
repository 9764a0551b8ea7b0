# What was not done, why, and what to do instead.

refused-repeated = That has been done already.
refused-unknown-game = There is no such game any more.
refused-not-a-player = Only the two players can do that.
refused-not-your-turn = It is the other player's turn. You will be told when it is yours.
refused-finished = This game is over.
refused-stale = The game has moved on since this was shown. Please look at the latest board.
refused-frozen = This game can't be continued with this version of the program. Nothing is lost: it goes on as soon as that is mended.
refused-unfinished = The turn is not complete yet. Please choose the rest of it.
refused-touched = Touch-move: you have already taken `{ $steps }`, so your turn has to begin with it.

refused-nothing-offered = There is nothing to answer: nothing was offered, or it was withdrawn.
refused-they-offered = Your opponent has offered the same. You can simply accept.
refused-already-offered = You have done that in this position already. After the next move you can do so again.
refused-own-offer = That is your own offer or request: only your opponent can answer it. You can withdraw it under “{ key-more }”.
refused-too-late-to-abort = The game has really begun: it can only be resigned.
refused-nothing-to-take-back = You have made no move yet that could be taken back.
refused-has-clock = This game has a clock, which decides such things by itself.
refused-not-yet = That will be possible { $when }.
refused-no-notice = First give your opponent notice that you are going to close the game.

refused-unknown-challenge = There is no such challenge any more.
refused-not-for-you = This challenge is for someone else. You can make your own with `/{ cmd-challenge }`.
refused-own-challenge = This is your own challenge: someone else has to accept it.
refused-decided-accepted = This challenge has already been accepted.
refused-decided-declined = This challenge has been declined.
refused-decided-withdrawn = This challenge has been withdrawn.
refused-decided-expired = This challenge has expired. Please make a new one.
refused-wrong-channel = On this server games are played in { $channels }.
refused-nobody-here = Only the two of us are here, so nobody could accept. Name an opponent, or make the open challenge on a server.
refused-oneself = You can't play against yourself. Choose someone else, or leave the challenge open to anyone.
refused-bot = A bot does not play. Please choose a person.
refused-identical = You have already made the same challenge, and it is still open.
refused-too-many = { $count ->
    [one] You may have { $count } open challenge at a time. Please withdraw it first.
   *[other] You may have { $count } open challenges at a time. Please withdraw one first.
}
refused-variant = There is no such game or variant. There are: { $variants }.
refused-days = That is no pace. Please choose from 1 to { $most } days for a move, or no clock.
refused-note = { $count ->
    [one] The note is too long: at most { $count } character.
   *[other] The note is too long: at most { $count } characters.
}
refused-blocked = The two of you can't play: one has blocked the other.
refused-stranger = This player takes challenges only from people they have already played.

## Typed turns

refused-unreadable = I can't read that at character { $at } (`{ $found }`): { $expected }
refused-unreadable-end = The text ends too early: { $expected }
refused-illegal = That is not possible: { $rule }
refused-illegal-turn = `{ $turn }` is not possible: { $rule }
refused-ambiguous = That can mean several turns. Which one: { $readings }?
refused-other-game = that is a turn of another game.

expected-turn = please type a turn.
expected-cell = a place such as d4 was expected.
expected-cell-of-board = this board has no { $cell }.
expected-before-e9 = the e column ends at e8 here; sites that count the missing centre call it e9.
expected-letter-or-cell = one of the letters { $letters } or a place such as d4 was expected.
expected-letters = letters of { $letters } were expected.
expected-canonical = the usual notation was expected.
expected-end = the turn should have ended there.
expected-shorter = no turn is that long.

## Rules of ZÈRTZ

zertz-rule-game-over = the game is over ({ $reason }).
zertz-rule-off-board = one of the places is not on this board.
zertz-rule-capture-compulsory = { $count ->
    [100] whoever can capture must, and { $count } captures or more are possible.
    [one] whoever can capture must, and { $count } capture is possible.
   *[other] whoever can capture must, and { $count } captures are possible.
}
zertz-rule-capture-demanded = { $count ->
    [100] your turn was sent back, so now you must capture; { $count } captures or more are possible.
    [one] your turn was sent back, so now you must capture; { $count } capture is possible.
   *[other] your turn was sent back, so now you must capture; { $count } captures are possible.
}
zertz-rule-ignoring-ends-game = a turn that misses a capture may not end the game.
zertz-rule-not-in-pool = { $kind ->
    [W] there is no white marble in the pool.
    [G] there is no grey marble in the pool.
   *[B] there is no black marble in the pool.
}
zertz-rule-not-captured = { $kind ->
    [W] the pool is empty, and you have captured no white marble.
    [G] the pool is empty, and you have captured no grey marble.
   *[B] the pool is empty, and you have captured no black marble.
}
zertz-rule-no-ring = there is no ring at { $cell } any more.
zertz-rule-occupied = a marble lies on { $cell }.
zertz-rule-not-free = ring { $cell } can't be slid out: it has no two neighbouring gaps beside it.
zertz-rule-removal-compulsory = { $count ->
    [one] a free ring must be removed, and there is { $count }.
   *[other] a free ring must be removed, and there are { $count }.
}
zertz-rule-nothing-to-leave = the turn isolates nothing that could be left on the board.
zertz-rule-claim-automatic = isolated marbles are always claimed by these rules.
zertz-rule-claim-ends-game = no vacant ring is left, so the last marbles can't be left on the board.
zertz-rule-no-marble = there is no marble on { $cell }.
zertz-rule-wrong-colour = the marble on { $cell } is { $kind ->
    [W] white
    [G] grey
   *[B] black
}, not { $said ->
    [W] white
    [G] grey
   *[B] black
}.
zertz-rule-wrong-captures = the jumps take other marbles than the text says.
zertz-rule-wrong-claims = the turn isolates other marbles than the text says.
zertz-rule-no-jump = { $from } to { $to } is no jump: a jump goes two places in a straight line.
zertz-rule-nothing-jumped = there is no marble on { $cell } to jump over.
zertz-rule-own-colour = a marble can't jump its own colour, and the one on { $cell } has it.
zertz-rule-must-jump-on = from { $cell } the marble must jump on.
zertz-rule-pass-not-forced = nobody may pass who can do something else.
zertz-rule-nothing-to-send-back = the turn before did not miss a capture.

## Rules of TZAAR

tzaar-rule-game-over = the game is over ({ $reason }).
tzaar-rule-off-board = there is no point in the centre.
tzaar-rule-still-placing = all pieces must be placed before anyone captures.
tzaar-rule-not-placing = all pieces are on the board already.
tzaar-rule-none-in-hand = { $kind ->
    [Z] you have no Tzaar left to place.
    [R] you have no Tzarra left to place.
   *[T] you have no Tott left to place.
}
tzaar-rule-occupied = a piece stands on { $cell } already.
tzaar-rule-vacant = no piece stands on { $cell }.
tzaar-rule-not-yours = the piece on { $cell } is your opponent's.
tzaar-rule-not-in-line = { $from } and { $to } are not in a straight line.
tzaar-rule-centre = the missing centre lies between { $from } and { $to } and stops the line.
tzaar-rule-blocked = the piece on { $cell } stands in the way.
tzaar-rule-first-must-capture = a turn begins with a capture, and the piece on { $cell } is your own.
tzaar-rule-stack-on-enemy = the piece on { $cell } is your opponent's: capture it (x) rather than stack (+).
tzaar-rule-capture-own = the piece on { $cell } is your own: stack upon it (+) rather than capture (x).
tzaar-rule-higher = { $cell } is too high: { $height } against your { $mover }.
tzaar-rule-opening-is-one-capture = the very first turn is one capture and nothing more.
tzaar-rule-already-won = the first capture wins the game, so nothing may follow.
tzaar-rule-second-missing = after the capture comes a second capture, a stacking or a pass (-).
