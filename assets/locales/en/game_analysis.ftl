# The computer's analysis of games that are over, and what it says about positions of analysis boards.

## Buttons

key-game-analysis = Computer analysis
key-game-analysis-again = Check again
key-game-analysis-deciding = Deciding move
key-game-analysis-played = What was played
key-game-analysis-better = Better move
key-game-analysis-chart = Chart
key-ask-computer = Ask the computer

## The analysis of a game

game-analysis-title = 📈 **Computer analysis** · { $variant }
game-analysis-working = The computer is looking at this game: { $done } of { $total } positions are done.
game-analysis-waiting = { $count ->
    [one] The computer is busy: { $count } other game comes first. Your place in line is kept; feel free to come back later.
   *[other] The computer is busy: { $count } other games come first. Your place in line is kept; feel free to come back later.
}
game-analysis-accuracy = { $player }: accuracy **{ $percent } %**
game-analysis-no-accuracy = { $player }: no free moves to judge
game-analysis-deciding = ⚡ **The deciding move:** { $number }. `{ $turn }` by { $player }. Their winning chances went from { $before } % to { $after } %.
game-analysis-steps = ⚖️ No single move decided this game: the chances shifted step by step.
game-analysis-estimates = -# Winning chances are estimates unless a win is proved. Marks: `?!` inaccuracy, `?` mistake, `??` blunder.
game-analysis-choose = Moves that lost ground
game-analysis-mark = { $mark ->
    [inaccuracy] `{ $sign }` Inaccuracy
    [mistake] `{ $sign }` Mistake
   *[blunder] `{ $sign }` Blunder
}: { $player }'s winning chances went from { $before } % to { $after } %.
game-analysis-better = 💡 Better: `{ $notation }` — { $turn }
    { $reason }
game-analysis-better-shown = The picture shows the better move.
game-analysis-decided-here = ⚡ This move decided the game.
game-analysis-chances = -# 📈 Winning chances: { $first } { $chance } %, { $second } { $rest } %
game-analysis-comment = { $sign } winning chances { $before } % → { $after } %; better: { $turn }
game-analysis-chart-alt = { $count ->
    [one] Chart: { $player }'s winning chances over { $count } move: { $start } % at the start, { $lowest } % at the lowest, { $highest } % at the highest, { $end } % at the end.
   *[other] Chart: { $player }'s winning chances over { $count } moves: { $start } % at the start, { $lowest } % at the lowest, { $highest } % at the highest, { $end } % at the end.
}
better-only = It's the only legal move.
better-wins = It wins at once.
better-wins-by-force = It wins by force, whatever the reply.
better-one-reply = It leaves a single reply.
better-chances = Estimated winning chances after it: { $percent } %.

## Positions of analysis boards

position-answer = 🤖 Best: `{ $notation }` — { $turn }
    { $reason }
    { $outlook }
position-chances = To move: { $player }. Estimated winning chances: { $percent } %.
position-won = { $count ->
    [one] To move: { $player }, with a forced win in { $count } move.
   *[other] To move: { $player }, with a forced win within { $count } moves.
}
position-lost = { $count ->
    [one] To move: { $player }, who loses by force in { $count } move.
   *[other] To move: { $player }, who loses by force within { $count } moves.
}
computer-from-board = 🤖 You play on from this position against the computer and move first, as { $player }. At which level?

## What is refused

refused-fair-play-asked = You have a running game with someone on this kind of board. Until it's over, the computer doesn't comment on positions that might be from it.
refused-analysis-running = This game is still running. The computer will look at it when it's over.
refused-nothing-to-analyse = No move was made in this game, so there's nothing to analyse.
refused-long-analysis = { $count ->
    [one] The computer analyses games of up to { $count } move; this one is longer.
   *[other] The computer analyses games of up to { $count } moves; this one is longer.
}
refused-too-many-analyses = { $count ->
    [one] The computer is still working on { $count } game for you. Please wait until it's done.
   *[other] The computer is still working on { $count } games for you. Please wait until one is done.
}
refused-too-many-questions = { $count ->
    [one] The computer hasn't answered { $count } question of yours yet. Please wait a moment.
   *[other] The computer hasn't answered { $count } of your questions yet. Please wait a moment.
}
refused-no-origin = This board began with a position code. The computer plays on only from boards that began with a game or a starting position.
