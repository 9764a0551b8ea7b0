# Lessons, and the first words to someone new.

cmd-learn = learn
cmd-learn-about = Learn the games by playing: short lessons with one position each
key-learn = Lessons
key-first-lesson = Try a lesson
key-challenge = Challenge
key-settings = Settings
key-next-lesson = Next lesson
key-lesson-again = Try again
key-lesson-answer = Show me
key-lessons = All lessons
key-how-to-play = How to play
key-lesson-start = Start

about-title = { $game }: what is it about?
about-zertz = The marbles belong to nobody: you both play with white, grey and black ones, on a board of rings that keeps shrinking. **Capture** a marble by jumping over it, as in checkers, and it's yours. **You win** with 4 white, 5 grey or 6 black marbles, or with 3 of each.
about-tzaar = White against Black, each with three kinds of pieces: Tzaars (star), Tzarras (ring) and Totts (dot). Every turn begins with a **capture**: move in a straight line to the first piece you meet; if it's your opponent's and not higher than yours, take its place. Then capture again, or put one of your pieces on another to make it higher. **You win** when your opponent has lost all pieces of one kind, or can't capture.
poster-alt = The two games side by side. ZÈRTZ: white, grey and black marbles on a board of rings, some of which have been removed; two arrows show a grey marble jumping over a white and a black one to capture them. TZAAR: white and black pieces with stars, rings and dots on a hexagon of lines, some stacked two to four high; arrows show two captures.

welcome = 👋 **Welcome to Hexpost!** Play ZÈRTZ and TZAAR with friends or the computer, one move at a time, whenever you have a minute. You'll be pinged when it's your turn. New to the games? **How to play** takes two minutes. You'll see this only once; { $help } is always there.
challenge-anyone = Opponent: anyone
challenge-form-open = **A new challenge.** Anyone here can accept it; the first to do so plays you.
challenge-form-to = **A new challenge** to { $opponent }.
challenge-form-more = -# Who moves first, a note and more: { $challenge }
challenge-problem = ⚠️ { $why }
challenge-pace = Pace
challenge-rated-yes = ⭐ Rated: yes
challenge-rated-no = Rated: no
key-challenge-send = Send
key-challenge-send-open = Post it

learn-title = **Learn by playing.** Each lesson is a position with a task. You solve it with the same buttons as in a game.
learn-progress = You've solved { $count } of { $all }.
learn-complete = You've solved them all. Time for a real game!
learn-choose = Choose a lesson
learn-solved = { $title } (solved)
lesson-head = **{ $title }** · lesson { $number } of { $count }
lesson-you = You
lesson-opponent = Your opponent
lesson-right = ✅ **Right!** { $praise }
lesson-wrong = **Not quite.** { $why }
lesson-answer = One way is `{ $turn }`: { $said }. Now try it yourself.
lesson-closed = The lesson is closed. `/{ cmd-learn }` shows all of them.

lesson-title-zertz-placing = ZÈRTZ: place and remove
lesson-goal-zertz-placing = Place a marble on a ring and remove a free ring at the edge. But be careful: whoever can capture must, and your opponent is next. **Place so that nothing can be captured.**
lesson-praise-zertz-placing = Two marbles side by side, with a vacant ring in line behind one of them, mean a capture. You kept your distance.

lesson-title-zertz-capture = ZÈRTZ: capture
lesson-goal-zertz-capture = Two jumps are possible, and you must make one of them. White marbles are the rarest: four of them win. **Capture the white one.**
lesson-praise-zertz-capture = The marble you jump over is yours, whatever the colour of the one that jumps.

lesson-title-zertz-chain = ZÈRTZ: chain
lesson-goal-zertz-chain = A marble keeps jumping as long as it can; where the path forks, you choose. **Find the chain that captures three.**
lesson-praise-zertz-chain = Three in one turn. You don't have to take the longest path, but it's good to see it.

lesson-title-zertz-isolation = ZÈRTZ: isolation
lesson-goal-zertz-isolation = The white marble on g4 hangs by a single ring. **Isolate it**: place a marble anywhere, and remove the ring that connects it.
lesson-praise-zertz-isolation = No jump needed: a group that is cut off and full of marbles is yours, rings and all.

lesson-title-zertz-sacrifice = ZÈRTZ: sacrifice
lesson-goal-zertz-sacrifice = You can't capture anything yet, but two marbles can be yours. **Place a marble that forces your opponent to capture, so that you can then capture two.** Think about where the jumping marble lands.
lesson-praise-zertz-sacrifice = You give up one and get two. That's what ZÈRTZ is about.

lesson-title-tzaar-capture = TZAAR: capture
lesson-goal-tzaar-capture = You are White. A piece moves along a line to the first piece it meets and captures it if it is Black's and not higher. You may capture twice in a turn. One black Tzaar is on top of a stack of two, which is too high; **take the other one.**
lesson-praise-tzaar-capture = The first capture opened the line for the second. The same piece may move twice.

lesson-title-tzaar-stacking = TZAAR: stacking
lesson-goal-tzaar-stacking = You are White, and the Tzaar on d3 is your last one: if it's captured, you lose. First you must capture; **then make your Tzaar safe by stacking**, so that no black piece is high enough to take it.
lesson-praise-tzaar-stacking = Single pieces can't capture a stack of two, and your Tzaar is on top, where it counts.

lesson-title-tzaar-kinds = TZAAR: the three kinds
lesson-goal-tzaar-kinds = You are White. Black has several Tzaars and Totts, but only one Tzarra left: the stack on e2. Only your stack on b2 is high enough, but one of your own pieces is in its way. **Win this turn.**
lesson-praise-tzaar-kinds = Without a visible Tzarra Black has lost, however many pieces are left. Always count all three kinds, yours too.

## What was missed

missed-capture = After this, your opponent can capture: `{ $reply }` ({ $said }).
missed-kind = That captures something else: { $said }.
missed-chain = That captures { $count }; there is a longer chain.
missed-isolation = That doesn't isolate anything. Remove the ring between the marble and the rest of the board.
missed-claim = You isolated it, but then you left it on the board, where nobody can ever claim it.
missed-bait = Your opponent doesn't have to capture after this. Put the bait where it must be jumped, or where it must jump itself.
missed-return = Your opponent replies `{ $reply }`, and then you can't capture two.
missed-loss = Your opponent replies `{ $reply }` and wins: { $reason }.
missed-own-loss = This loses at once: { $reason }.
missed-win = The game would go on after this. Find the move that wins right away.
