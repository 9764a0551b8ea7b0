# The composer: putting a turn together. What is said in one game only stands in games.ftl.

nothing = none
to-move = { $player } to move
over-won = { $player } wins: { $reason }
over-drawn = Draw: { $reason }

chosen = So far: { $what }
hint-column = Choose a column first.
hint-column-touch = Choose a column first. That isn't final yet.
hint-touch = Touch-move: a tap on a colour or a ring is final.
hint-final = Touch-move: this can't be changed any more. ✖️ closes it and keeps it for later.
only-move = This is your only move.
skipped = Chosen for you, the only option: { $steps }
isolates = { $count ->
    [one] isolates { $count } marble
   *[other] isolates { $count } marbles
}
warn-loses = ⚠️ This turn loses the game at once.
then-win = You win: { $reason }.
then-lose = You lose: { $reason }.
then-draw = The game is drawn: { $reason }.
confirm-once-more = That was quick: was it a double tap? Tap { $confirm } once more.

# Keys. A row has room for about 34 characters; two keys side by side for 15 each.
key-confirm = Confirm
key-confirm-try = Try it
key-loses = Play it anyway (loses)
key-leave = Leave { $count } on the board
key-place = Place
key-place-instead = Place instead
key-send-back = Send back
key-pass = Pass
key-again = Move { $cell } again
key-back = Back
key-close = Close
key-type = Type
key-go-on = Continue
key-discard = Discard
key-type-again = Type again

# The form into which a turn is typed: at most 45 characters each.
type-title = Type your turn
type-label = Turn in notation

suggest-column = { $count ->
    [one] column { $column }, { $count } place
   *[other] column { $column }, { $count } places
}

# What a screen reader says for keys that have only a sign.
heard-first = First
heard-previous = Previous
heard-next = Next
heard-last = Last
