# Thinking ahead: plans, analysis boards, notes.

cmd-plan = plan
cmd-plan-about = Plan your answers: if they play this, you play that
cmd-plan-if = if
cmd-plan-if-about = What your opponent may play; leave it out for whatever they play
cmd-plan-then = then
cmd-plan-then-about = What you answer
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
composer-followed = ⏩ Played automatically after it: { $turns }
turns-before = { $count ->
    [one] … { $count } turn before these
   *[other] … { $count } turns before these
}

## Plans

plan-title = 🧭 **Your plan** against { $other }. Nobody else sees it. What you have planned is played at once when they move.
plan-none = Nothing is planned yet. Add a line: play their move and then your answer on a private board.
plan-branch = if `{ $on }`, then `{ $reply }`
plan-branch-any = whatever else they play: `{ $reply }`
plan-rest = { $count ->
    [one] … and { $count } more
   *[other] … and { $count } more
}
plan-queue = Placements in the queue: `{ $list }`
plan-queue-lost = Dropped from the queue, because the places are taken: `{ $list }`
plan-own-turn = It is your turn now. Answers can be planned while your opponent is to move.
plan-saved = ✅ Your plan is saved.
plan-cut = Delete a branch
plan-change-cut = { $count ->
    [one] 🧭 Your plan was carried on. { $count } branch no longer applies.
   *[other] 🧭 Your plan was carried on. { $count } branches no longer apply.
}
plan-change-impossible = 🧭 Your planned answer `{ $reply }` was not possible after that move. The plan is over.
plan-change-over = 🧭 The game has gone another way than you had planned. The plan is over.
plan-change-done = 🧭 Your plan has been played to its end.
key-plan = My plan
key-plan-add = Add a line
key-plan-drop = Drop the plan
plan-forced = They must play { $turn }: plan your answer
key-queue = Queue placements
key-place-next = Place { $cell } now
queue-title = Queue placements
queue-label = In order; other points after a slash
queue-example = Zc3/d4, Rb2, Ta1 and so on

## Analysis boards

analysis-title = 🔍 **Analysis.** Nobody else sees this board.
analysis-title-game = 🔍 **Analysis**: { $variant }, after turn { $ply }. Nobody else sees this board.
analysis-fresh = You have no game at present; here you can try moves all the same, for both sides. On which board?
analysis-trying = 🔍 **Analysis**: which move do you want to try?
analysis-plan-hint = To plan an answer, try your opponent's move and then your own.
analysis-plan = As a plan: { $line }
analysis-branches = What you have tried from here
analysis-noted = 📝 The line is in your note on this game.
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
note-gone = There is no note on this game any more.
note-shown = 📝 { $note }
more-plan = Plan ahead: answer a move before it is made
more-analyse = Analyse: a private board to try moves on
more-note = Note: a few words for yourself

privacy-thoughts = Your plans, analysis boards and notes are kept too. Nobody else sees them; they are in the file, and are deleted with the rest.

## Refusals

refused-own-turn = It is your turn: make your move first. Answers are planned while your opponent is to move.
refused-no-answer = There is no answer in this line yet: try your opponent's move, and then your own.
refused-plan-full = That is too much for one plan: at most { $count } branches, and { $deep } answers in a row.
refused-nothing-planned = Nothing is planned in this game.
refused-no-setup = There is nothing to place in this game: the board is set up.
refused-wish = I can't read “`{ $text }`” as a placement. Write the piece and the point, such as `Zc3`, and other points after a slash: `Zc3/d4`.
refused-wish-taken = For `{ $text }` no point is left: what you named is taken already.
refused-queue-full = That is too much for one queue: at most { $count } placements, with { $places } points each.
refused-unknown-analysis = This analysis board is gone. `/{ cmd-analyse }` opens a new one.
refused-analysis-full = { $count ->
    [one] This board is full: { $count } move has been tried on it. Delete some, or open a new one.
   *[other] This board is full: { $count } moves have been tried on it. Delete some, or open a new one.
}
refused-nothing-tried = Nothing has been tried on this board yet.
refused-other-position = This board does not lead through the position your game stands in. Open a new one from the game.
refused-code = I can't read this position code: { $part } is wrong. A code looks like this: `zertz 37 4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 first`
refused-long-code = { $count ->
    [one] A position code has at most { $count } character.
   *[other] A position code has at most { $count } characters.
}
code-game = the name of the game
code-whole = the number of parts
code-variant = the variant
code-board = the board
code-position = what stands on the board
code-side-to-move = the side to move
code-turns-since = a move after the position
code-other = a part of it
