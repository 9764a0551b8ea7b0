# Puzzles: positions with a win by force.

cmd-puzzle = puzzle
cmd-puzzle-about = Solve a puzzle: find the win in a few turns
cmd-puzzle-show = show
cmd-puzzle-show-about = What to show; without it, a puzzle as hard as you are strong
cmd-puzzle-game = game
cmd-puzzle-game-about = The game; without it, the one you play most
puzzle-show-next = Next puzzle
puzzle-show-daily = Puzzle of the day
puzzle-show-results = My results
puzzle-show-leaders = Leaderboard

key-puzzle-next = Next puzzle
key-puzzle-daily = Puzzle of the day
key-puzzle-results = My results
key-puzzle-leaders = Leaderboard
key-puzzle-solution = Show the solution
key-puzzle-again = Try again
key-puzzle-go-on = Go on
key-puzzle-solve = Solve it

puzzle-title = 🧩 **{ $game } puzzle** · { $rating }
puzzle-title-daily = 🧩 **Puzzle of the day: { $game }** · { $rating }
puzzle-task = { $count ->
    [one] It's your turn, and **you can win in it**. How?
   *[other] It's your turn. **Win in { $count } turns**, whatever your opponent does.
}
puzzle-task-side = { $count ->
    [one] { $side }: it's your turn, and **you can win in it**. How?
   *[other] { $side }: it's your turn. **Win in { $count } turns**, whatever your opponent does.
}
puzzle-right = ✅ **Right!** Your opponent answers `{ $reply }`: { $said }.
puzzle-solved = 🏆 **Solved!**
puzzle-solved-late = ✅ **That's it.** Not at the first attempt, but you got there.
puzzle-tried = You tried `{ $turn }`: { $said }.
puzzle-loses = { $count ->
    [one] ❌ **That lets your opponent win at once** with `{ $reply }`: { $said }.
   *[other] ❌ **That lets your opponent win in { $count } turns**, beginning with `{ $reply }`: { $said }.
}
puzzle-loses-itself = ❌ **That turn loses the game by itself.**
puzzle-draws = ❌ **That is only a draw.**
puzzle-unclear = { $count ->
    [one] 🤔 **That doesn't win at once.** After `{ $reply }` ({ $said }) your chances are about { $chances } %. Try again, it costs you nothing.
   *[other] 🤔 **That may win too, but not by force in { $count } turns.** After `{ $reply }` ({ $said }) your chances are about { $chances } %. Try again, it costs you nothing.
}
puzzle-rated = Your puzzle rating: { $before } → **{ $after }**
puzzle-streak = 🔥 { $count } in a row without a mistake.
puzzle-solution = **Solution:** { $line }
puzzle-over = You've seen how this one is solved.
puzzle-over-solved = ✅ You've solved this one.
puzzle-closed = The puzzle waits for you: **Go on** whenever you like.

puzzle-results = 🧩 **Your puzzles**
puzzle-result = **{ $game }**: rating **{ $rating }** · { $solved } of { $count } without a mistake
puzzle-streaks = { $streak } in a row, at best { $best }
puzzle-results-none = Nothing yet. Choose a game to begin.
puzzle-leaders-server = **{ $game } puzzles: the best on this server**
puzzle-leaders-overall = **{ $game } puzzles: the best overall**
puzzle-leaders-none = Nobody has finished a puzzle here yet. Be the first!
puzzle-leader = { $place } { $player } — **{ $rating }** ± { $deviation } · { $solved } of { $count }

puzzle-daily-last = The last one: ||{ $line }||
key-server-puzzles = Puzzle of the day
server-puzzles-none = 🧩 **Puzzle of the day:** nowhere. Choose a channel, and a puzzle is posted there every day, with the solution of the last one.
server-puzzles = 🧩 **Puzzle of the day:** in { $channel }, daily at { $clock } ({ $zone }). To stop it, clear the channel.
server-pick-puzzles = Channel for the puzzle of the day
server-pick-puzzle-hour = Time of the day
server-puzzle-hour = Daily at { $clock }

refused-fair-play-puzzle = This position is in a game that you are playing right now, so the puzzle has to wait until it's over.
refused-unknown-puzzle = There is no such puzzle any more.
refused-no-puzzle-left = You've seen all puzzles of this game. There'll be new ones!
refused-own-puzzle = This puzzle is from your own game, so you know it already.
refused-known-puzzle = There is a puzzle in this game, but it's one that everyone can solve already: `/puzzle`.
refused-no-puzzle-in-game = I've looked through the last moves of this game and found no puzzle: a puzzle needs a win by force in two to five turns that only few moves begin. Better luck in the next game!
refused-no-club-game = A puzzle can be made of a finished game between two people on a server.

# Puzzles from games on a server.

key-club-puzzle = Make a puzzle
key-club-puzzle-suggest = Suggest it
key-club-puzzle-agree = Agree
key-club-puzzle-decline = No, thanks
key-club-puzzle-withdraw = No longer a puzzle
key-club-puzzle-remove = Remove from this server
key-club-puzzle-remove-surely = Yes, remove it

club-puzzle-found = 🧩 **There's a puzzle in this game**, after move { $ply }. If your opponent agrees too, the members of this server get to solve it. Your names are not shown.
club-puzzle-waits = 🧩 **You've suggested this puzzle.** It goes to the server's puzzles as soon as { $player } agrees.
club-puzzle-asked = 🧩 **{ $player } suggests this position from your game as a puzzle** for the members of this server. Your names are not shown. Do you agree?
club-puzzle-agreed = 🧩 **This position from your game is one of the server's puzzles.** You can change your mind at any time.
club-puzzle-ended = There will be no puzzle from this game.
club-puzzle-remove = Remove this puzzle from the server? It can't be brought back.
club-puzzle-removed = 🧩 The puzzle has been removed.
puzzle-from-here = 🏠 From a game on this server.
puzzle-from-elsewhere = 🏠 From a game on a server.
notice-puzzle-suggested = 🧩 { $player }, your opponent would like to make a puzzle of this position from your game, for the members of this server and without your names. **Do you agree?**
notice-puzzle-agreed = 🧩 { $player }, your opponent agrees: a position from this game is now one of the server's puzzles.
