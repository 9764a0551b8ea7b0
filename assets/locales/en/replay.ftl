# Looking back: replays, finished games, records, games brought along, the fair draw.

cmd-replay = replay
cmd-replay-about = Replay a game, turn by turn or as an animation
cmd-replay-game = game
cmd-replay-game-about = Which game; in its thread you can leave this out
cmd-replay-turn = turn
cmd-replay-turn-about = After which turn; 0 is the start
cmd-replay-from = from
cmd-replay-from-about = As an animation, from this turn on
cmd-replay-to = to
cmd-replay-to-about = As an animation, up to this turn

cmd-history = history
cmd-history-about = Your finished games
cmd-history-opponent = opponent
cmd-history-opponent-about = Only games against this player
cmd-history-game = game
cmd-history-game-about = Only this game
cmd-history-variant = variant
cmd-history-variant-about = Only this variant
cmd-history-result = result
cmd-history-result-about = Only games with this result

cmd-import = import
cmd-import-about = Import a game from elsewhere and look at it
cmd-import-file = file
cmd-import-file-about = The record: our text or JSON, gipf.com's notation or ZEN
cmd-import-text = text
cmd-import-text-about = Or the record as text; leave both out to list your imported games
cmd-import-board = board
cmd-import-board-about = The board, if the record doesn't say

zertz-name = ZÈRTZ
tzaar-name = TZAAR
score-won = won
score-lost = lost
score-drawn = drawn
score-nothing = no result

## Replays

key-jump = Go to turn…
key-animation = Animation
key-animation-part = Animate a part…
key-record = Download game
key-fair = Check the randomness
jump-title = Go to a turn
jump-turn = Turn number (0 is the start)
part-title = Part of the game as an animation
part-from = From turn
part-to = To turn
no-such-turn = { $last ->
    [0] This game has no turns yet.
   *[other] There is no such turn: choose from 0 to { $last }. An animation can't end before it begins.
}
animation = 🎞️ { $variant }, turns { $from } to { $to }
animation-alt = { $count ->
    [one] Animation of { $count } turn.
   *[other] Animation of { $count } turns.
}
animation-alt-ended = { $count ->
    [one] Animation of { $count } turn, to the end. { $result }
   *[other] Animation of { $count } turns, to the end. { $result }
}

exported-parts = { $count ->
    [one] This is everything stored about you.
   *[other] This is everything stored about you, in { $count } parts: joined in order, they make one file.
}
exported-too-large = There's too much data to send here. Please ask whoever runs this bot for it.

## Finished games

history-title = **Your finished games**, the latest first:
history-title-of = **Your finished games** ({ $filter }), the latest first:
history-none = No such games yet.
history-none-yet = You haven't finished a game yet.
history-open = Replay a game…
history-won = 🏆 **Won** against { $other } — { $variant }, { $count ->
    [one] { $count } turn
   *[other] { $count } turns
}, { $when }
history-lost = ▫️ **Lost** against { $other } — { $variant }, { $count ->
    [one] { $count } turn
   *[other] { $count } turns
}, { $when }
history-drawn = 🤝 **Drawn** against { $other } — { $variant }, { $count ->
    [one] { $count } turn
   *[other] { $count } turns
}, { $when }
history-nothing = ✖️ **No result** against { $other } — { $variant }, { $count ->
    [one] { $count } turn
   *[other] { $count } turns
}, { $when }
key-latest = ⏮ Latest
key-older = Older ▶

## Records

record-files = { $variant }: the game as files, for your archive or other programs.
imported = 📥 **Imported game** — { $variant }. Only you can see it, and it doesn't count for anything.
import-list = { $count ->
    [0] You haven't imported any games yet. Send a record with `/{ cmd-import }`, as a file or as text: our own text or JSON, gipf.com's notation, or ZEN.
    [one] You have imported { $count } game (of { $most } you can keep).
   *[other] You have imported { $count } games (of { $most } you can keep).
}
import-label = { $variant } · { $count ->
    [one] { $count } turn
   *[other] { $count } turns
} · { $date }
import-no-file = I couldn't get the file from Discord. Please send it again.
import-drop-sure = Really delete this imported game?
import-dropped = Deleted.
key-import-drop = Delete
key-import-drop-surely = Yes, delete it
key-paste = Paste a record
key-paste-again = Edit and try again
paste-title = A record from elsewhere
paste-record = Record
paste-example = such as 1. Wd4-a1 | Gd5-b1

refused-imports = { $count ->
    [one] You can keep { $count } imported game. Delete it first: `/{ cmd-import }` lists it.
   *[other] You can keep { $count } imported games. Delete one first: `/{ cmd-import }` lists them.
}
record-empty = I found no game in that: it has no turns.
record-large = That's too large for a game record: the limit is { $most } KiB.
record-no-text = That isn't text. A record is a text file in UTF-8.
record-sgf = SGF isn't supported: no site documents its SGF for these games well enough to replay it without guessing. Supported: our own text and JSON, gipf.com's notation, and ZEN.
record-json = That isn't the JSON of a record: line { $line }, character { $column }.
record-line = Line { $line }: { $problem }
record-whole = The record can't be replayed: { $problem }
record-turn = turn { $number }: { $problem }
record-turn-of = turn { $number }, `{ $text }`: { $problem }
record-header = a header is written [Name "value"].
record-unknown-header = there is no header `{ $text }`.
record-repeated-header = the header `{ $text }` appears twice.
record-missing-header = the header `{ $text }` is missing.
record-variant = there is no such game or variant.
record-rules = it uses version `{ $text }` of the rules, which isn't known here.
record-result = the result `{ $text }` isn't one of 1-0, 0-1, 1/2-1/2 and *.
record-result-and-ending = the result doesn't fit the way the game ends.
record-ending = `{ $text }` isn't a way a game can end.
record-round = expected round { $number }, found `{ $text }`.
record-half-round = a round has two turns separated by a bar; only the last round may have just one.
record-ended = the game is over before this turn.
record-endless = no game has that many turns.
record-start = no game here starts from that position.
record-unclosed = a comment or variation is missing a bracket.
record-after-result = something comes after the result. Please import one game at a time.
record-usual-board = { $problem } (The record doesn't name the board, so I assumed 37 rings. If it was another one, choose `{ cmd-import-board }`.)

## The fair draw

fair-title = **How chance decided game #{ $game }**
fair-kept = Game #{ $game } between the same two players was called off less than a day before, so the sides and the set-up stay the same. This is how chance decided that game:
fair-deal-drawn = The set-up was chosen at random: number { $seed }.
fair-deal-agreed = The starting position was fixed, not random.
fair-sides-first = The sides were chosen at random: the challenger moves first.
fair-sides-second = The sides were chosen at random: the challenger moves second.
fair-sides-agreed = The sides were agreed on, not random.
fair-commitment = • The hash of a secret was shown on the challenge: `{ $commitment }`
fair-secret = • The secret, shown only after the challenge was accepted: `{ $secret }`
fair-card = • The ID of the challenge's message: `{ $card }`
fair-no-card = • The challenge had no message with a known ID, so 0 is used instead.
fair-accept = • The ID of the interaction that accepted it: `{ $accept }`
fair-draw = • Hashed together, they decide: `{ $hash }`
fair-check = You can check this yourself, on any computer:
fair-read = The first line must give the hash from the challenge. In the second, the first sixteen digits are the number of the set-up in hexadecimal; if the seventeenth is even, the challenger moves first.
fair-trust = -# No player could influence this, and whoever runs the bot couldn't without leaving a trace: Discord puts the ID of the interaction on the public answer to it (`interaction_metadata.id`). Where only one person could see that answer, there is no public trace.
fair-wrong = ⚠️ This game doesn't match what chance decided. Please tell whoever runs this bot: `hexpost verify { $game }` shows what is wrong.
