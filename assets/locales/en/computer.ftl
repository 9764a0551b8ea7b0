# Games against the computer.

## Commands

cmd-play = play
cmd-play-about = Play against the computer
cmd-play-game = game
cmd-play-game-about = What to play; leave it out to choose from a form
cmd-play-level = level
cmd-play-level-about = How strongly the computer plays
cmd-play-side = side
cmd-play-side-about = Who moves first; random if you leave it out
side-computer = The computer moves first

## Levels

level-1 = Newcomer
level-1-about = Knows the rules, looks one move ahead and often misses captures.
level-2 = Beginner
level-2-about = Takes a win when it sees one, but falls for simple traps.
level-3 = Casual player
level-3-about = Looks at your reply and stops most of your threats.
level-4 = Club player
level-4-about = Makes few mistakes and knows how to give something up for a win.
level-5 = Strong player
level-5-about = Plans ahead and plays the ending without mistakes when it can work it out.
level-6 = Expert
level-6-about = Looks as deep as it can and always plays the best move it finds.
level-7 = Full strength
level-7-about = As strong as it gets; each move takes a few seconds.

## Starting and playing

key-computer = Play the computer
key-play-on = Play on against the computer
key-computer-start = Start
computer = the computer
computer-name = Computer ({ $level })
computer-form = **{ $variant }** against the computer
computer-form-from = { $count ->
    [0] **{ $variant }** against the computer, with the set-up of game #{ $game }
    [one] **{ $variant }** against the computer, from game #{ $game } after { $count } turn
   *[other] **{ $variant }** against the computer, from game #{ $game } after { $count } turns
}
computer-form-more = -# No clock, not rated. Takebacks are always granted, and you can change the level during the game.
computer-level = Level
computer-side = Who moves first
computer-started = 🤖 Your game against the computer begins. Level: { $level }.
computer-started-place = 🤖 Your game against the computer begins → { $place }
    Level: { $level }
computer-thinking = 🤖 { $player } is thinking …
computer-soon = 🤖 The computer is thinking. You'll be pinged when it has moved.
computer-busy = { $count ->
    [one] 🤖 The computer is busy: { $count } other game comes first. Your place in line is kept, and you'll be pinged.
   *[other] 🤖 The computer is busy: { $count } other games come first. Your place in line is kept, and you'll be pinged.
}
computer-ask-level = How strongly should the computer play from now on?
computer-level-set = 🤖 From now on: { $level }
more-level = Change the computer's level
card-computer = 🤖 { $player } plays **{ $variant }** against the computer. Level: { $level }

## Hints

key-hint = Hint
key-hint-turn = Show the move
hint-look = 💡 Look at **{ $cell }**.
hint-look-nowhere = 💡 You need not touch anything this time.
hint-turn = 💡 `{ $notation }` — { $turn }
    { $reason }
hint-only = It's the only legal move.
hint-wins = It wins at once.
hint-wins-by-force = It wins by force, whatever the computer replies.
hint-one-reply = It leaves the computer a single reply.
hint-chances = The best move found. The estimate of your winning chances after it: { $percent } %.
hint-later = The computer is busy. Your place in line is kept; please try again in a moment.
over-hints = { $count ->
    [one] -# 💡 { $count } hint was used.
   *[other] -# 💡 { $count } hints were used.
}

## What is refused

refused-fair-play-running = This game is still running: the computer doesn't help in games between people.
refused-fair-play-own = You have a running game with someone in this variant. Until it's over, you can play the computer in it only from the start.
refused-fair-play-others = Other people are playing a game with this position right now. Please try again when it's over.
refused-computer-draw = The computer doesn't agree to draws. Play on, or resign.
refused-no-computer = This isn't a game against the computer.
refused-too-many-computer = { $count ->
    [one] You can have { $count } game against the computer at a time. Please finish or resign it first.
   *[other] You can have { $count } games against the computer at a time. Please finish or resign one first.
}
refused-unknown-level = There is no such level. Please choose one from the list.
