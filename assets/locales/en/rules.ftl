# The rules, page by page: at most about 900 characters each, so that a page and its picture fit a phone.

cmd-rules = rules
cmd-rules-about = The rules of ZÈRTZ and TZAAR, page by page, with pictures
cmd-rules-topic = topic
cmd-rules-topic-about = Where to start
key-rules = Rules
key-rule = Read the rule
key-try = Try it yourself
rules-topics = Go to a page
rules-page = Page { $number } of { $count }

## ZÈRTZ

rules-title-zertz-goal = ZÈRTZ: the goal
rules-text-zertz-goal = The board is made of loose rings, and beside it is a pool of 6 white, 8 grey and 10 black marbles. They belong to nobody: both players use all of them, and only what you capture is yours.
    You win as soon as you have captured
    • 4 white marbles, or
    • 5 grey ones, or
    • 6 black ones, or
    • 3 of each colour.
    On your turn you either **place** a marble and remove a ring, or you **capture**. If you can capture, you must, so a good player dictates the opponent's moves.

rules-title-zertz-placing = ZÈRTZ: place and remove
rules-text-zertz-placing = Take a marble of any colour from the pool and place it on any vacant ring. Then remove one **free** ring: a vacant one that can be slid out of the board without moving another. That is possible when two places next to each other, of the six around it, have no ring.
    In the picture, a marble is placed on c3, and every other ring with a coloured outline is free.
    If there is a free ring, you have to remove one; if not, your turn ends there. So the board shrinks, but places keep their names.

rules-title-zertz-capture = ZÈRTZ: capture
rules-text-zertz-capture = A marble jumps over a neighbouring marble onto the vacant ring right behind it, in a straight line. The marble you jumped over is yours. Colours don't matter, and no ring is removed.
    • **If any jump is possible anywhere, you must capture.** Which one is your choice.
    • The same marble keeps jumping as long as it can. Where the path forks, you choose; it doesn't have to be the longest.
    In the picture, the marble on d2 jumps to d4 and then to d6, and captures two.

rules-title-zertz-isolation = ZÈRTZ: isolation
rules-text-zertz-isolation = You also capture by isolating marbles. If your placement and removal leave a group of rings with no contact to the rest **and a marble on every one of them**, you take those marbles, and their rings leave the board.
    One ring is enough to be a group, and you can isolate several groups at once. An island with a vacant ring stays in play until someone fills it.
    In the picture, removing a2 isolates the white marble on a1.
    You may also leave isolated marbles on the board: all of them or none. What is left is dead; nobody can ever claim it.

rules-title-zertz-forcing = ZÈRTZ: sacrifice
rules-text-zertz-forcing = Captures are compulsory, so a marble can be bait: you place it so that your opponent is forced to capture, and that jump sets up a better capture for you.
    In the picture, you place a black marble on f1 and remove ring a1. Your opponent has no choice: the marble on f1 jumps over f2 and lands on f3, next to g3. Now you jump from g3 over it to e3, and on over the white marble on d4.
    Before you confirm a turn, the bot tells you what your opponent will have to do. Watch that line: it shows your own bait, and your opponent's too.

rules-title-zertz-end = ZÈRTZ: how it ends
rules-text-zertz-end = The game ends at once when the player who has just moved reaches a goal. A goal in the middle of a chain doesn't stop the chain.
    • **The pool is empty**: you place marbles that you have captured, of any colour, and they no longer count for you.
    • **No vacant ring is left** after a turn: whoever made it wins.
    • **Nothing to place and nothing to capture**: you have to pass. If neither player can do anything, the game is drawn.
    • **The same position for the third time**: a draw.
    In the picture, the marble on d4 fills the last ring and wins.

rules-title-zertz-boards = ZÈRTZ: boards and blitz
rules-text-zertz-boards = The usual board has 37 rings. With the same marbles and goals you can play on 40, 43, 44, 48 or 61 rings: more room, longer games, and more ways to prepare a sacrifice. The picture shows 61.
    {""}**Blitz** is a short game on 37 rings with one fewer marble of each colour: 5 white, 7 grey, 9 black. You win with
    • 3 white, or
    • 4 grey, or
    • 5 black, or
    • 2 of each colour.

rules-title-zertz-tournament = ZÈRTZ: tournament
rules-text-zertz-tournament = Played on 48 or 61 rings, with two extra rules.
    {""}**Touch-move**: no second thoughts. A tap on a colour, a ring or a ring to remove is final; there's no way back.
    {""}**The missed capture**: you may place although you could capture. Your opponent can then
    • capture,
    • **send your turn back**: everything is as before, and now you must capture, or
    • simply place, which can be sent back in turn if a capture was possible.
    Only the latest turn can be sent back, and a turn that misses a capture can't end the game.
    In the picture, d4 could jump over d5 or vice versa, but a marble is placed on g3 instead: that turn can be sent back.

rules-title-zertz-zerc = ZERC: different rules
rules-text-zertz-zerc = A relative of ZÈRTZ, on 37 or 61 rings, with 6 white, 8 grey and 10 black marbles. The differences:
    • A marble can't jump over its own colour.
    • Jumped marbles are only counted for you and go back to the pool. So the pool fills up again, and nobody places marbles of their own.
    • Isolated marbles are always claimed. They leave the game and count for you.
    • You win with 4 white, or 5 grey, or 6 black, or **one of each colour**.
    Everything else is as in ZÈRTZ.
    In the picture, only the marbles with a circle may jump: white never over white.

rules-title-zertz-notation = ZÈRTZ: notation
rules-text-zertz-notation = Columns have letters from the left, and places are numbered from the bottom of their column, as the board was at the start. W is white, G grey, B black.
    `Wd4-b2` white on d4, ring b2 removed
    `Wd4` white on d4, no ring was free
    `Wd4-b2~` the isolated marbles are left on the board
    `xe3g3e5` the marble on e3 jumps to g3 and e5
    `-` a forced pass
    `!` tournament: sends back a turn that missed a capture
    Spaces and capitals don't matter, and the notations of other sites work too. If something is ambiguous, the bot asks.
    The picture shows `Wd4-b2`.

## TZAAR

rules-title-tzaar-goal = TZAAR: the goal
rules-text-tzaar-goal = White and Black have 30 pieces each: 6 **Tzaars** (a star, Z), 9 **Tzarras** (a ring, R) and 15 **Totts** (a dot, T). They all move alike, but you need all three kinds:
    • if you have no visible piece of one kind left, you lose at once;
    • if you can't capture at the start of your turn, you lose.
    There are 60 points. The centre is missing, and every line stops there.
    White opens with a single capture. From then on a turn has two parts: **first capture**, then capture again, stack, or pass.

rules-title-tzaar-capture = TZAAR: capture
rules-text-tzaar-capture = A piece moves along a line over vacant points to the first piece it meets. If that is your opponent's **and not higher than yours**, you capture it: it leaves the game, the whole stack at once, and your piece takes its place.
    You can't jump over pieces or the centre, and you can't stop on a vacant point.
    The picture shows what the Tott on d4 can capture.
    Every turn begins with a capture. For the second part you may use the same piece or another one.

rules-title-tzaar-stacking = TZAAR: stacking
rules-text-tzaar-stacking = As the second part of a turn you may make a piece stronger: move it onto one of **your own**, in the same way, along a line to the first piece. It goes on top; the two are one stack now and move together. Stacks can grow as high as you like; the small number is the height.
    A stack can only be captured by a piece or stack that is at least as high. But only the piece on top is visible: what is below doesn't keep its kind alive.
    In the picture, White captures with the Tzaar and then puts a stack with a Tzarra on top onto a Tott.

rules-title-tzaar-end = TZAAR: how it ends
rules-text-tzaar-end = • **A kind is gone**: your opponent has no visible Tzaar, Tzarra or Tott. You win at once, even halfway through your turn.
    • **No capture**: it's your opponent's turn and they can't capture anything. You win.
    Don't cover your own last visible piece of a kind: it's allowed, but it loses. The bot warns you.
    There are no drawn positions: every turn captures at least one piece. You can still agree to a draw.
    In the picture, the white stack on i2 captures f2 and then, from there, the last Tzarra on f3.
    So keep count: Tzaars are few and often decide the game. And don't stack too much: every time you stack, you give up a capture.

rules-title-tzaar-setups = TZAAR: set-ups
rules-text-tzaar-setups = The game is always the same; only the set-up differs.
    • **TZAAR**: the starting position from the rule book, as in the picture.
    • **Random**: all 60 pieces are placed at random. Anyone can check afterwards that it was fair.
    • **Set-up by the players**: the board is empty; White and Black take turns placing one of their pieces, of any kind, on any vacant point. When all 60 are on the board, White opens the game. No kind counts as missing before that.

rules-title-tzaar-notation = TZAAR: notation
rules-text-tzaar-notation = Columns have letters from the left, and points are numbered from the bottom of their column. The missing centre has no number, so the e column ends at e8. Z is a Tzaar, R a Tzarra, T a Tott.
    `a1xb2 c3xd4` two captures
    `a1xb2 c3+c4` a capture, then c3 goes onto c4
    `a1xb2 -` a capture and a pass
    `a1xb2` alone: the opening, or a capture that wins
    `Zc3` a Tzaar is placed on c3, in a set-up by the players
    Spaces and capitals don't matter.
    The picture shows `a1xb2 c3+c4`.
