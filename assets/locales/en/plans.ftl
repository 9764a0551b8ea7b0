# Thinking ahead: plans, analysis boards, notes.

cmd-plan = plan
cmd-plan-about = Plan your replies: if they play this, you play that
cmd-plan-if = if
cmd-plan-if-about = Your opponent's move; leave it out to reply to any other move
cmd-plan-then = then
cmd-plan-then-about = Your reply
cmd-plan-place = place
cmd-plan-place-about = TZAAR set-up: your placements in order, such as Zc3/d4, Rb2, Ta1
cmd-plan-game = game
cmd-plan-game-about = Which game, if you have several

cmd-analyse = analyse
cmd-analyse-about = A private board: try moves for both sides
cmd-analyse-game = game
cmd-analyse-game-about = Which game, if you have several
cmd-analyse-turn = turn
cmd-analyse-turn-about = After which turn; 0 is the start
cmd-analyse-start = start
cmd-analyse-start-about = The starting position of any game
cmd-analyse-position = position
cmd-analyse-position-about = A position code instead of a game

## Turns that play themselves

turn-planned = { $player }: `{ $notation }` — { $turn } (planned ahead)
composer-followed = ⏩ Then played automatically: { $turns }
turns-before = { $count ->
    [one] … { $count } turn before these
   *[other] … { $count } turns before these
}

## Plans

plan-title = 🧭 **Your plan** against { $other }. Only you can see it. Planned replies are played as soon as they move.
plan-none = Nothing planned yet. Add a line: on a private board, play their move and then your reply.
plan-branch = if `{ $on }`, then `{ $reply }`
plan-branch-any = whatever else they play: `{ $reply }`
plan-rest = { $count ->
    [one] … and { $count } more
   *[other] … and { $count } more
}
plan-queue = Queued placements: `{ $list }`
plan-random = 🎲 The rest of your pieces will be placed at random.
plan-queue-lost = Dropped from the queue because the points are taken: `{ $list }`
plan-own-turn = It's your turn now. You can plan replies while it's your opponent's turn.
plan-saved = ✅ Plan saved.
plan-cut = Delete a branch
plan-change-cut = { $count ->
    [one] 🧭 Your plan continues. { $count } branch no longer applies.
   *[other] 🧭 Your plan continues. { $count } branches no longer apply.
}
plan-change-impossible = 🧭 Your planned reply `{ $reply }` wasn't possible after that move. Your plan has ended.
plan-change-over = 🧭 The game didn't go the way you planned. Your plan has ended.
plan-change-done = 🧭 Your plan has been played to the end.
key-plan = My plan
key-plan-ahead = Plan
key-plan-add = Add a line
key-plan-drop = Drop the plan
plan-forced = They must play { $turn }: plan your reply
key-queue = Queue placements
key-place-next = Place { $cell } now
key-queue-several = Queue several
key-random = Rest at random
key-random-surely = Yes, at random
random-sure = Place all your remaining pieces at random? Each one is placed when it's your turn. You can stop at any time in **My plan**.
random-after-queue = Your queue is placed first: `{ $list }`
queue-title = Queue placements
queue-label = In order; alternatives after a slash
queue-example = Zc3/d4, Rb2, Ta1…

## Analysis boards

analysis-title = 🔍 **Analysis.** Only you can see this board.
analysis-title-game = 🔍 **Analysis**: { $variant }, after turn { $ply }. Only you can see this board.
analysis-fresh = You have no games right now, but you can still try out moves for both sides. On which board?
analysis-trying = 🔍 **Analysis**: which move do you want to try?
analysis-plan-hint = To plan a reply, try your opponent's move and then your own.
analysis-plan = As a plan: { $line }
analysis-branches = What you have tried from here
analysis-noted = 📝 The line was added to your note on this game.
key-analyse = Analyse
key-try-move = Try a move
key-untry = Delete this move
key-note-line = Note the line
key-plan-line = Plan this
key-plan-whatever = … whatever they play

## Notes

note-title = Your note on this game
note-label = Only you can see it
note-kept = Your note is saved.
note-gone = There's no note on this game now.
note-shown = 📝 { $note }
more-plan = Plan ahead: reply to a move before it's made
more-analyse = Analyse: a private board to try moves on
more-note = Note: a few words for yourself

privacy-thoughts = Your plans, analysis boards and notes are stored too. Only you can see them; they are part of the download and are deleted with the rest.

## Refusals

refused-own-turn = It's your turn: make your move first. You can plan replies while it's your opponent's turn.
refused-no-answer = There's no reply in this line yet: try your opponent's move, and then your own.
refused-plan-full = A plan can hold at most { $count } branches and { $deep } replies in a row.
refused-nothing-planned = Nothing is planned in this game.
refused-no-setup = There's nothing to place in this game: the board is already set up.
refused-wish = I can't read “`{ $text }`” as a placement. Write the piece and the point, such as `Zc3`, with alternatives after a slash: `Zc3/d4`.
refused-wish-taken = No point is left for `{ $text }`: the ones you named are taken.
refused-queue-full = A queue can hold at most { $count } placements, with { $places } points each.
refused-unknown-analysis = This analysis board is gone. `/{ cmd-analyse }` opens a new one.
refused-analysis-full = { $count ->
    [one] This board is full: { $count } move has been tried on it. Delete some, or open a new one.
   *[other] This board is full: { $count } moves have been tried on it. Delete some, or open a new one.
}
refused-nothing-tried = Nothing has been tried on this board yet.
refused-other-position = This board doesn't reach the current position of your game. Open a new one from the game.
refused-code = I can't read this position code: { $part } is wrong. A code looks like this: `zertz 37 4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 first`
refused-long-code = { $count ->
    [one] A position code has at most { $count } character.
   *[other] A position code has at most { $count } characters.
}
code-game = the name of the game
code-whole = the number of parts
code-variant = the variant
code-board = the board
code-position = the pieces on the board
code-side-to-move = the side to move
code-turns-since = a move after the position
code-other = a part of it
