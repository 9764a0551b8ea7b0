# Lessons, and the first words to someone new.

cmd-learn = learn
cmd-learn-about = Learn the games by playing: short lessons, one position each
key-learn = Lessons
key-first-lesson = Try a lesson
key-challenge = Challenge
key-settings = Settings
key-next-lesson = Next lesson
key-lesson-again = Try again
key-lesson-answer = Show me
key-lessons = All lessons

welcome = 👋 **Welcome to Hexpost!** Here you play ZÈRTZ and TZAAR with friends, a move whenever you have a minute. When it is your turn, you are pinged. New to the games? A lesson takes two minutes. This note comes only once; `/{ cmd-help }` is always there.
challenge-anyone = What would you like to play? Choose a game, and an open challenge is posted here: whoever accepts first plays you. To challenge someone in particular, use `/{ cmd-challenge }`.

learn-title = **Learn by playing.** Each lesson is a position with a task; you solve it with the same buttons as in a game.
learn-progress = You have solved { $count } of { $all }.
learn-complete = You have solved them all. Now for a real game!
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
lesson-goal-zertz-placing = Put a marble on a ring and remove a free ring at the edge. But take care: whoever can capture must, and the next turn is your opponent’s. **Place so that nothing can be captured.**
lesson-praise-zertz-placing = Two marbles side by side in line with a vacant ring are a capture. You kept your distance.

lesson-title-zertz-capture = ZÈRTZ: capture
lesson-goal-zertz-capture = Two jumps are possible, and one of them you must make. White marbles are the rarest: four of them win. **Capture the white one.**
lesson-praise-zertz-capture = The marble that is jumped over is yours, whatever the colour of the one that jumps.

lesson-title-zertz-chain = ZÈRTZ: chain
lesson-goal-zertz-chain = The same marble jumps on while it can, and where the way forks you choose. **Find the chain that captures three.**
lesson-praise-zertz-chain = Three in one turn. You need not take the longest way, but it is good to see it.

lesson-title-zertz-isolation = ZÈRTZ: isolation
lesson-goal-zertz-isolation = The white marble on g4 hangs by a single ring. **Cut it off**: place a marble anywhere, and remove the ring that connects it.
lesson-praise-zertz-isolation = No jump was needed: what is cut off and full is yours, rings and all.

lesson-title-zertz-sacrifice = ZÈRTZ: sacrifice
lesson-goal-zertz-sacrifice = Nothing can be captured, yet two marbles can be yours. **Place a marble that your opponent must capture, so that you can then capture two.** Think of where the jumping marble lands.
lesson-praise-zertz-sacrifice = You gave one and get two. That is what ZÈRTZ is about.

lesson-title-tzaar-capture = TZAAR: capture
lesson-goal-tzaar-capture = You are White. A piece moves along a line to the first piece it meets and captures it, unless that is higher. You may capture twice in a turn. One black Tzaar is a stack of two, which is too high; **take the other one.**
lesson-praise-tzaar-capture = The first capture opened the line to the second. The same piece may go twice.

lesson-title-tzaar-stacking = TZAAR: stacking
lesson-goal-tzaar-stacking = You are White, and the Tzaar on d3 is your last one: if it is captured, you have lost. First you must capture; **then make your Tzaar safe by stacking**, so that no black piece is high enough to take it.
lesson-praise-tzaar-stacking = A stack of two can't be taken by single pieces, and your Tzaar is on top, where it counts.

lesson-title-tzaar-kinds = TZAAR: the three kinds
lesson-goal-tzaar-kinds = You are White. Black has several Tzaars and Totts, but only one Tzarra left: the stack on e2. Only your stack on b2 is high enough, and something of your own is in its way. **Win in this turn.**
lesson-praise-tzaar-kinds = Without a Tzarra Black has lost, however many pieces are left. Always count all three kinds, yours too.

## What was missed

missed-capture = After this your opponent can capture: `{ $reply }` ({ $said }).
missed-kind = That captures something else: { $said }.
missed-chain = That captures { $count }; a longer chain is there.
missed-isolation = Nothing is cut off by this. The ring that has to go is the one between the marble and the rest of the board.
missed-claim = You cut it off, but then you left it on the board, where nobody can ever claim it.
missed-bait = Your opponent need not capture after this. The bait has to lie where a marble must jump over it, or must jump itself.
missed-return = Your opponent answers `{ $reply }`, and then you can't capture two.
missed-loss = Your opponent answers `{ $reply }` and wins: { $reason }.
missed-own-loss = This loses at once: { $reason }.
missed-win = The game goes on after this. You want it to end at once.
