# What was not done, why, and what to do instead.

refused-repeated = That has already been done.
refused-unknown-game = That game no longer exists.
refused-not-a-player = Only the two players can do that.
refused-not-your-turn = It's your opponent's turn. I'll let you know when it's yours.
refused-finished = This game is over.
refused-stale = The game has moved on since this was shown. Please look at the latest board.
refused-frozen = This game is on hold: this version of the bot can't continue it. Nothing is lost; it resumes as soon as that's fixed.
refused-unfinished = The turn isn't complete yet. Please choose the rest of it.
refused-touched = Touch-move: you have already chosen `{ $steps }`, so your turn has to begin with it.

refused-nothing-offered = There's nothing to answer: nothing was offered, or it was withdrawn.
refused-they-offered = Your opponent has offered the same. You can simply accept.
refused-already-offered = You've already asked in this position. You can ask again after the next move.
refused-own-offer = That's your own offer or request: only your opponent can answer it. You can withdraw it in the menu below the board.
refused-too-late-to-abort = Both players have moved, so the game can't be called off any more. You can only resign.
refused-nothing-to-take-back = You haven't made a move yet that could be taken back.
refused-has-clock = This game has a clock, so that takes care of itself.
refused-not-yet = That will be possible { $when }.
refused-no-notice = Warn your opponent first that you want to close the game.

refused-unknown-challenge = That challenge no longer exists.
refused-not-for-you = This challenge is for someone else. You can make your own with `/{ cmd-challenge }`.
refused-own-challenge = This is your own challenge: someone else has to accept it.
refused-decided-accepted = This challenge has already been accepted.
refused-decided-declined = This challenge has been declined.
refused-decided-withdrawn = This challenge has been withdrawn.
refused-decided-expired = This challenge has expired. Please make a new one.
refused-wrong-channel = On this server, games are played in { $channels }.
refused-nobody-here = Only the two of us are here, so nobody could accept. Name an opponent, or make the open challenge on a server.
refused-oneself = You can't play against yourself. Choose someone else, or leave the challenge open to anyone.
refused-bot = Bots can't play. Please choose a person, or play against the computer with `/{ cmd-play }`.
refused-identical = You've already made the same challenge, and it's still open.
refused-too-many = { $count ->
    [one] You can have { $count } open challenge at a time. Please withdraw it first.
   *[other] You can have { $count } open challenges at a time. Please withdraw one first.
}
refused-variant = There is no such game or variant. You can play: { $variants }.
refused-days = That pace isn't available. Please choose 1 to { $most } days per move, or no clock.
refused-note = { $count ->
    [one] The note is too long: at most { $count } character.
   *[other] The note is too long: at most { $count } characters.
}
refused-blocked = You two can't play: one of you has blocked the other.
refused-stranger = This player only accepts challenges from people they have played.

## Typed turns

refused-unreadable = I can't read character { $at } (`{ $found }`): { $expected }
refused-unreadable-end = The text ends too early: { $expected }
refused-illegal = That isn't possible: { $rule }
refused-illegal-turn = `{ $turn }` isn't possible: { $rule }
refused-ambiguous = That can mean several turns. Which one: { $readings }?
refused-other-game = that turn belongs to another game.

expected-turn = please type a turn.
expected-cell = expected a place such as d4.
expected-cell-of-board = this board has no { $cell }.
expected-before-e9 = the e column ends at e8 here; sites that count the missing centre call that point e9.
expected-letter-or-cell = expected one of the letters { $letters } or a place such as d4.
expected-letters = expected letters from { $letters }.
expected-canonical = expected the usual notation.
expected-end = the turn should have ended there.
expected-shorter = no turn is that long.

## Tournaments

refused-unknown-tournament = There is no such tournament.
refused-tournament-server = Tournaments are held on servers. Please create one there.
refused-not-an-organiser = On this server, tournaments are created by members with one of these roles: { $roles }.
refused-not-organiser = Only the organiser can do that, or someone who manages the server.
refused-too-many-tournaments = { $count ->
    [one] You can have { $count } tournament waiting to start. Please start or cancel it first.
   *[other] You can have { $count } tournaments waiting to start. Please start or cancel one first.
}
refused-tournament-name = { $count ->
    [one] A tournament needs a name of at most { $count } character.
   *[other] A tournament needs a name of at most { $count } characters.
}
refused-tournament-size = { $count ->
    [one] This format is for { $least } to { $count } player.
   *[other] This format is for { $least } to { $count } players.
}
refused-at-once = { $count ->
    [one] A player can have { $least } to { $count } game at a time in this format.
   *[other] A player can have { $least } to { $count } games at a time in this format.
}
refused-round-days = { $count ->
    [one] A round can last 1 to { $count } day.
   *[other] A round can last 1 to { $count } days.
}
refused-no-rounds = A tournament needs at least one round.
refused-vacation-cap = { $count ->
    [one] The cap on vacations is 0 to { $count } day.
   *[other] The cap on vacations is 0 to { $count } days.
}
refused-rating-band = The lowest rating is above the highest. Please swap them.
refused-already-entered = Already signed up for this tournament.
refused-not-entered = Not signed up for this tournament.
refused-tournament-full = { $count ->
    [one] The tournament is full: it has { $count } place.
   *[other] The tournament is full: all { $count } places are taken.
}
refused-needs-role = This tournament is for members with the role { $roles }.
refused-rating-too-low = This tournament is for players rated { $rating } or higher.
refused-rating-too-high = This tournament is for players rated { $rating } or lower.
refused-tournament-running = The tournament has already started.
refused-tournament-over = The tournament is over.
refused-not-started = The tournament hasn't started yet.
refused-too-few-players = { $count ->
    [one] The tournament needs at least { $count } player.
   *[other] The tournament needs at least { $count } players to start.
}
refused-has-withdrawn = Already withdrawn from this tournament.
refused-no-such-pairing = There is no such game in this tournament.
refused-round-is-paired = The next round is already being played on the strength of that result, so the winner of the match can't change any more.
refused-no-deadline = The rounds of this tournament have no deadline.
refused-no-seat-to-choose = There is no decider for which you can choose a seat.
refused-no-report = Knock-outs can't be exported as TRF. Please use CSV or JSON.
refused-tournament-game = A tournament game can't be aborted. If something went wrong, please ask the organiser.

## Rules of ZÈRTZ

zertz-rule-game-over = the game is over ({ $reason }).
zertz-rule-off-board = one of the places isn't on this board.
zertz-rule-capture-compulsory = { $count ->
    [100] you must capture when you can, and { $count } or more captures are possible.
    [one] you must capture when you can, and { $count } capture is possible.
   *[other] you must capture when you can, and { $count } captures are possible.
}
zertz-rule-capture-demanded = { $count ->
    [100] your turn was sent back, so now you must capture; { $count } or more captures are possible.
    [one] your turn was sent back, so now you must capture; { $count } capture is possible.
   *[other] your turn was sent back, so now you must capture; { $count } captures are possible.
}
zertz-rule-ignoring-ends-game = a turn that misses a capture can't end the game.
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
zertz-rule-occupied = there is a marble on { $cell }.
zertz-rule-not-free = ring { $cell } can't be slid out: there aren't two gaps side by side next to it.
zertz-rule-under-marble = you've just put your marble on { $cell }, so that ring stays. Remove another one.
zertz-rule-removal-compulsory = { $count ->
    [one] you must also remove the one free ring.
   *[other] you must also remove one of the { $count } free rings.
}
zertz-rule-nothing-to-leave = the turn isolates nothing that could be left on the board.
zertz-rule-claim-automatic = under these rules isolated marbles are always claimed.
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
zertz-rule-wrong-captures = these jumps don't capture the marbles you named.
zertz-rule-wrong-claims = this turn doesn't isolate the marbles you named.
zertz-rule-no-jump = { $from } to { $to } isn't a jump: a jump goes two places in a straight line.
zertz-rule-nothing-jumped = there is no marble on { $cell } to jump over.
zertz-rule-own-colour = a marble can't jump over its own colour, and the one on { $cell } is the same colour.
zertz-rule-must-jump-on = from { $cell } the marble must keep jumping.
zertz-rule-pass-not-forced = you can't pass while another move is possible.
zertz-rule-nothing-to-send-back = the previous turn didn't miss a capture.

## Rules of TZAAR

tzaar-rule-game-over = the game is over ({ $reason }).
tzaar-rule-off-board = the centre of the board can't be used.
tzaar-rule-still-placing = all pieces must be placed before anyone captures.
tzaar-rule-not-placing = all pieces are already on the board.
tzaar-rule-none-in-hand = { $kind ->
    [Z] you have no Tzaar left to place.
    [R] you have no Tzarra left to place.
   *[T] you have no Tott left to place.
}
tzaar-rule-occupied = there is already a piece on { $cell }.
tzaar-rule-vacant = there is no piece on { $cell }.
tzaar-rule-not-yours = the piece on { $cell } is your opponent's.
tzaar-rule-not-in-line = { $from } and { $to } aren't in a straight line.
tzaar-rule-centre = the missing centre is between { $from } and { $to } and stops the line.
tzaar-rule-blocked = the piece on { $cell } is in the way.
tzaar-rule-first-must-capture = a turn begins with a capture, and the piece on { $cell } is your own.
tzaar-rule-stack-on-enemy = the piece on { $cell } is your opponent's: capture it (x) instead of stacking (+).
tzaar-rule-capture-own = the piece on { $cell } is your own: stack on it (+) instead of capturing (x).
tzaar-rule-higher = { $cell } is too high: { $height } against your { $mover }.
tzaar-rule-opening-is-one-capture = the very first turn is one capture and nothing more.
tzaar-rule-already-won = the first capture already wins, so nothing can follow.
tzaar-rule-second-missing = after the capture you must capture again, stack or pass (-).
