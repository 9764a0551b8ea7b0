# The rules, page by page: at most about 900 characters each, so that a page and its picture fit a phone.

cmd-rules = rules
cmd-rules-about = The rules of ZÈRTZ and TZAAR, page by page, with pictures
cmd-rules-topic = topic
cmd-rules-topic-about = Where to begin
key-rules = Rules
key-rule = Read the rule
key-try = Try it yourself
rules-topics = Go to a page
rules-page = Page { $number } of { $count }

## ZÈRTZ

rules-title-zertz-goal = ZÈRTZ: the goal
rules-text-zertz-goal = The board is made of loose rings, and beside it lies a pool of 6 white, 8 grey and 10 black marbles. They belong to nobody: both players use all of them, and only what you capture is yours.
    You win as soon as you have captured
    • 4 white marbles, or
    • 5 grey ones, or
    • 6 black ones, or
    • 3 of each colour.
    On your turn you either **place** a marble and remove a ring, or you **capture**. Whoever can capture must, and so a good player forces the other's moves.

rules-title-zertz-placing = ZÈRTZ: place and remove
rules-text-zertz-placing = Take a marble of any colour from the pool and put it on any vacant ring. Then remove one **free** ring: a vacant one that can be slid out of the board without moving another. That is so when two neighbouring places of the six around it have no ring.
    In the picture a marble is put on c3, and every other ring with a coloured outline is free.
    If a ring is free, one has to be removed; if none is, the turn ends without it. So the board shrinks with every placement, and places keep their names while it does.

rules-title-zertz-capture = ZÈRTZ: capture
rules-text-zertz-capture = A marble jumps over a neighbouring marble onto the vacant ring right behind it, in a straight line. What was jumped is yours. Colours don't matter, and no ring is removed.
    • **If any jump is possible anywhere, you must capture.** Which one is your choice.
    • The same marble jumps on as long as it can. Where the way forks you choose; it need not be the longest one.
    In the picture the marble on d2 jumps to d4 and then to d6 and takes two.

rules-title-zertz-isolation = ZÈRTZ: isolation
rules-text-zertz-isolation = You also capture by cutting off. If after your placement and removal a group of rings has lost all contact with the rest **and there is a marble on every ring of it**, you take these marbles, and their rings leave the board.
    A single ring is group enough, and several groups may fall at once. An island with a vacant ring stays in play until someone fills that ring.
    In the picture the removal of a2 cuts off the white marble on a1.
    You may leave a group on the board instead. Then it is dead: nobody can ever claim it.

rules-title-zertz-forcing = ZÈRTZ: sacrifice
rules-text-zertz-forcing = Captures are compulsory, so a marble can be bait: you place it where your opponent has to take it, and the jump opens a better one for you.
    In the picture a black marble is put on f1, and ring a1 is removed. The marble must jump over f2 and lands on f3, next to g3. Now g3 jumps over it to e3 and on over the white marble on d4.
    Before you confirm a turn, the composer tells you what your opponent must do then. Look at that line: it shows both your own bait and the other's.

rules-title-zertz-end = ZÈRTZ: how it ends
rules-text-zertz-end = The game ends at once when the player who has just moved reaches a goal. A goal in the middle of a chain does not stop the chain.
    • **The pool is empty**: you place marbles that you have captured, of any colour, and they no longer count for you.
    • **No vacant ring is left** after a turn: whoever made it wins.
    • **Nothing to place and nothing to capture**: you have to pass. If that is so for both, the game is drawn.
    • **The same position for the third time**: a draw.
    In the picture the marble on d4 fills the last ring, and wins.

rules-title-zertz-boards = ZÈRTZ: boards and blitz
rules-text-zertz-boards = The usual board has 37 rings. With the same marbles and goals one can play on 40, 43, 44, 48 or 61 rings: more room, longer games, and more ways to prepare a sacrifice. The picture shows 61.
    {""}**Blitz** is a short game on 37 rings with one marble of each colour less: 5 white, 7 grey, 9 black. You win with
    • 3 white, or
    • 4 grey, or
    • 5 black, or
    • 2 of each colour.

rules-title-zertz-tournament = ZÈRTZ: tournament
rules-text-zertz-tournament = Played on 48 or 61 rings, with two more rules.
    {""}**Touch-move**: what you have taken stays taken. Colour, ring and the ring to be removed are each confirmed with a second tap; after that there is no way back.
    {""}**The missed capture**: you may place although you could capture. Your opponent can then
    • capture,
    • **send your turn back**: everything stands as before, and now you must capture, or
    • simply place, which may be sent back in turn if a capture was there.
    Only the turn just made can be sent back, and a turn that misses a capture may not end the game.
    In the picture d4 could jump over d5 or the other way, but a marble is put on g3: that turn may be sent back.

rules-title-zertz-zerc = ZERC: other rules
rules-text-zertz-zerc = A relative of the game, on 37 or 61 rings, with 6 white, 8 grey and 10 black marbles. It differs in this:
    • A marble can't jump over its own colour.
    • Jumped marbles are only counted for you and go back to the pool. So the pool fills up again, and nobody places marbles of their own.
    • Isolated marbles are always claimed. They leave the game, and count.
    • You win with 4 white, or 5 grey, or 6 black, or **one of each colour**.
    All the rest is as in ZÈRTZ.
    In the picture only the marbles with a circle may jump: white never over white.

rules-title-zertz-notation = ZÈRTZ: how turns are written
rules-text-zertz-notation = Columns have letters from the left, and places are counted from the bottom of their column, as the board stood at the start. W is white, G grey, B black.
    `Wd4-b2` white on d4, ring b2 removed
    `Wd4` white on d4, no ring was free
    `Wd4-b2~` the isolated marbles are left on the board
    `xe3g3e5` the marble on e3 jumps to g3 and e5
    `-` a forced pass
    `!` tournament: sends back a turn that missed a capture
    Spaces and capitals don't matter, and forms from other sites are read too. What could mean two things is asked.
    The picture shows `Wd4-b2`.

## TZAAR

rules-title-tzaar-goal = TZAAR: the goal
rules-text-tzaar-goal = White and Black have 30 pieces each: 6 **Tzaars** (a star, Z), 9 **Tzarras** (a ring, R) and 15 **Totts** (a dot, T). All of them move alike, but none of the three kinds can do without the others:
    • whoever has no visible piece of one kind left loses, at once;
    • whoever can't capture at the beginning of their turn loses.
    There are 60 points. The centre is missing, and every line stops there.
    White opens with one single capture. From then on a turn has two parts: **first a capture**, and then another capture, a stacking, or a pass.

rules-title-tzaar-capture = TZAAR: capture
rules-text-tzaar-capture = A piece moves along a line over vacant points to the first piece it meets. If that is your opponent's **and not higher than yours**, you capture it: it leaves the game, the whole stack at once, and you stand in its place.
    Nobody jumps over pieces or over the centre, and nobody stops on a vacant point.
    The picture shows what the Tott on d4 can take.
    Every turn begins with a capture. For the second part you may use the same piece or another one.

rules-title-tzaar-stacking = TZAAR: stacking
rules-text-tzaar-stacking = As the second part of a turn you may move a piece onto one of **your own**, in the same way: along a line to the first piece. Yours goes on top; the two are one stack now and move together. Stacks can grow as high as you like; the small number is the height.
    A stack can only be captured by one that is at least as high. But only the piece on top counts as visible: what lies below does not keep its kind alive.
    In the picture White captures with the Tzaar, and then puts a Tzarra stack upon a Tott.

rules-title-tzaar-end = TZAAR: how it ends
rules-text-tzaar-end = • **A kind is gone**: your opponent has no Tzaar, no Tzarra or no Tott in sight. You win at once, even with the first half of your turn.
    • **No capture**: it is your opponent's turn, and nothing can be captured. You win.
    Beware of covering your own last piece of a kind: that is allowed, and it loses. The composer warns you.
    No position is a draw: every turn takes at least one piece. The players can still agree on one.
    In the picture the white stack on i2 takes f2 and then, from there, the last Tzarra on f3.
    So count: Tzaars are few, and it is often they who decide. And don't stack too much: what you stack does not capture.

rules-title-tzaar-setups = TZAAR: arrangements
rules-text-tzaar-setups = The game is always the same; what differs is how the pieces come onto the board.
    • **TZAAR**: the arrangement of the rule book, as in the picture.
    • **Random**: all 60 pieces are dealt by lot. The draw is fair, and anyone can check it afterwards.
    • **Set-up by the players**: the board is empty; White and Black in turn put one of their pieces, of any kind, on any vacant point. When all 60 stand there, White opens the game. No kind counts as missing before that.

rules-title-tzaar-notation = TZAAR: how turns are written
rules-text-tzaar-notation = Columns have letters from the left, and points are counted from the bottom of their column. The missing centre has no number, so the e column ends at e8. Z is a Tzaar, R a Tzarra, T a Tott.
    `a1xb2 c3xd4` two captures
    `a1xb2 c3+c4` a capture, and c3 goes onto c4
    `a1xb2 -` a capture and a pass
    `a1xb2` alone: the opening, or a capture that wins
    `Zc3` a Tzaar is placed on c3, in a set-up by the players
    Spaces and capitals don't matter.
    The picture shows `a1xb2 c3+c4`.
