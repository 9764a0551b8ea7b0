# What the bot says. Private answers are in the reader's language, public ones in the server's.

yes = yes
no = no
someone = someone
anyone = anyone
sorry = Sorry, something went wrong on our side. It has been noted; please try again in a moment.
too-late = Sorry, that took too long. Please try again.
unknown-command = This command has changed. Please type / and choose it again.
unknown-button = This button is from an older version and no longer works. `/{ cmd-games }` shows your games.

## Challenges

card-to = { $challenger } challenges { $opponent }
card-rematch = { $challenger } challenges { $opponent } to a rematch of game #{ $game }
card-open = { $challenger } challenges anyone
card-first-challenger = the challenger moves first
card-first-opponent = { $opponent ->
    [anyone] whoever accepts moves first
   *[other] { $opponent } moves first
}
card-first-drawn = who moves first is random
card-no-clock = no clock
card-days = { $count ->
    [one] { $count } day per move
   *[other] { $count } days per move
}
card-fair = -# `{ $commitment }` 🎲 provably random
card-kept = -# The sides and the set-up stay as in game #{ $game }, which was called off.
card-until = Expires { $when }
game-on = ✅ { $player } accepts: game on! → { $place }
game-on-here = ✅ { $player } accepts: game on! The board is on its way.
card-accepted = ✅ Accepted: the game has begun.
card-accepted-place = ✅ Accepted: the game has begun → { $place }
crossing-accepted-place = { $opponent } had already challenged you to the same game, so that challenge is accepted and the game begins → { $place }
card-declined = Declined.
card-withdrawn = Withdrawn.
card-expired = Expired: nobody answered.
key-accept = Accept
key-decline = Decline
key-withdraw = Withdraw

challenge-made = Your challenge to { $opponent } has been sent. I'll let you know when it's answered.
challenge-made-open = Your open challenge is posted. The first to accept plays you.
challenge-made-place = { $said } → { $place }
lacks-bot = ⚠️ This server has my commands, but not me: boards only appear as replies, and I can't remind anyone here. A server manager can invite me: { $link }
lacks-channel = ⚠️ I can't see this channel: boards only appear as replies, and I can't remind anyone here. A server manager can let me view it and send messages in it.
crossing-accepted = { $opponent } had already challenged you to the same game, so that challenge is accepted and the game begins.
challenge-which = Choose a game

notice-declined = { $player }, { $other } declined your challenge.
notice-withdrawn = { $player }, { $other } withdrew the challenge.
notice-expired = { $player }, nobody answered your challenge in time.

## Games

notice-started = **{ $variant }** — { $first } moves first, { $second } second. Have a good game!
notice-started-sides = **{ $variant }** — { $first } has White and moves first, { $second } has Black. Have a good game!
turn-made = { $player }: `{ $notation }` — { $turn }
turn-forced = { $player }: `{ $notation }` — { $turn } (the only move, played automatically)
your-turn = { $player }, it's your turn.
your-turn-until = { $player }, it's your turn. Deadline: { $when }.
their-turn = It's { $player }'s turn.
their-turn-until = It's { $player }'s turn. Deadline: { $when }.
over-called = { $player }, how about a rematch?
over-length = { $count ->
    [one] -# { $count } turn · { $time }
   *[other] -# { $count } turns · { $time }
}
over-quick = less than an hour
over-nothing = No result: { $reason }
how-resignation = { $loser } resigned
how-time = { $loser } ran out of time
how-agreement = by agreement
how-abort = called off
how-moderator = ended by a moderator
offered-draw = 🤝 { $player } offers a draw.
asked-takeback = ↩️ { $player } asks to take back `{ $turn }`.
key-move = Move
key-more = More
key-rematch = Rematch
key-look-back = Replay

notice-taken-back = ↩️ { $player } took back `{ $turn }`. The game continues from here.
taken-back = ↩️ { $player } took back `{ $turn }`.
move-undone = ↩️ This move was taken back.
notice-thawed = The game continues. If it has a clock, the clock has been restarted.
notice-frozen = This game is on hold: this version of the bot can't continue it. Nothing is lost; it resumes as soon as that's fixed.
notice-reminder = ⏰ A reminder:
notice-reminder-link = ⏰ { $player }, a reminder: it's your turn. { $place }
notice-reminder-link-until = ⏰ { $player }, a reminder: it's your turn. { $place }
    Deadline: { $when }.
notice-reminder-over = -# ⏰ A reminder; the game has moved on since.
notice-draw-offered = { $player }, your opponent offers a draw.
notice-draw-withdrawn = The draw offer was withdrawn.
notice-draw-declined = { $player }, your draw offer was declined.
notice-takeback-asked = { $player }, your opponent asks to take back `{ $turn }`.
takeback-undoes = Everything played since then would be undone too.
notice-takeback-withdrawn = Your opponent withdrew the takeback request.
notice-takeback-declined = { $player }, your opponent declined the takeback.
notice-silence = { $player }, your opponent has been waiting a long time and wants to close this game without a result. To keep playing, make a move within three days.
key-accept-draw = Accept the draw
key-allow = Allow

## Looking at a board

look-at = Turn { $ply } of { $last }
key-flip = Flip
key-text = As text
key-picture = As a picture
key-share = Show to all
shared-by = 👀 { $player } shows:
key-board = Board

## More

more = What would you like to do?
more-menu = More actions…
key-offer-draw = Offer a draw
key-withdraw-draw = Withdraw draw offer
key-take-back = Take back
key-ask-takeback = Ask for a take-back
key-withdraw-takeback = Withdraw the request
key-resign = Resign
key-mute = Mute: no pings for this game
key-unmute = Unmute: ping me for this game again
key-notice-silence = Warn before closing
key-close-silent = Close the game
key-moderate = End as moderator
moderate-sure = Really end this game without a result? The players will see it where the game is played.
key-moderate-surely = Yes, end it
resign-sure = Do you really want to resign your game against { $other }? ({ $variant })
key-resign-surely = Yes, resign
key-no = No
nothing-done = OK, nothing has changed.
list-and = { $rest } and { $last }
key-abort = Call it off (no result)
draw-yours-stands = Your draw offer still stands.
takeback-yours-stands = You've asked to take back `{ $turn }`; your opponent hasn't answered yet.
draw-theirs-stands = Your opponent offers a draw.

done-resigned = You've resigned.
done-aborted = The game has been called off.
done-draw-offered = You offered a draw.
done-draw-agreed = Draw agreed.
done-withdrawn = Withdrawn.
done-declined = Declined.
done-taken-back = The move was taken back.
done-takeback-asked = I've asked your opponent. You can take back a move on your own only within two minutes, and only until your opponent does something with the game.
done-takeback-asked-touch = I've asked your opponent. In a touch-move game you can take back a move only if they agree.
done-muted = You won't be pinged for this game any more.
done-unmuted = You'll be pinged for this game again.
done-silence = Your opponent has been warned.
done-moderated = The game has been ended.
done-closed = The game has been closed without a result.

composer-closed = Closed.
composer-kept = Closed. Your turn so far is kept.
composer-discarded = Discarded. Nothing has been played.
composer-made = ✅ Your move: { $turns }
next-game = Next: { $game }
key-next-game = Next game
forced-offer = That was your only move again. Want me to play forced moves for you?
key-forced = Play forced moves for me
forced-on = Done: from now on I play a move for you if it's the only one. In rated games, only if your opponent wants that too. You can change it in `/{ cmd-settings }`.

## Lists

games-none = You have no games right now. Play the computer, challenge a friend or anyone, or start with a lesson.
games-title = { $count ->
    [0] You have no games right now.
    [one] You have { $count } game:
   *[other] You have { $count } games:
}
games-mine = 🔵 `#{ $number }` **Your turn** against { $other } — { $variant }
games-mine-until = 🔵 `#{ $number }` **Your turn** against { $other } — { $variant }, deadline { $when }
games-theirs = ⚪ `#{ $number }` { $other } to move — { $variant }
games-theirs-until = ⚪ `#{ $number }` { $other } to move — { $variant }, deadline { $when }
games-challenge-by = ✉️ Your challenge to { $other } — { $variant }
games-challenge-to = ✉️ { $other } challenges you — { $variant }
label-mine = { $other } · { $variant } · your turn
label-theirs = { $other } · { $variant } · their turn
which-game = Which game?

## Settings

settings = **Your settings** — changes apply immediately.
settings-language = Language
settings-board = Board: colours, size, or words
settings-input = Buttons or menus
settings-pings = Pings
settings-habits = Board and forced moves
language-own = Language: as in Discord
language-en = Language: English
language-ru = Language: Русский
language-pl = Language: Polski
board-server = Board: as on the server
board-classic-normal = Board: warm wood
board-classic-large = Board: warm wood, large
board-classic-small = Board: warm wood, small
board-dark-normal = Board: dark
board-dark-large = Board: dark, large
board-dark-small = Board: dark, small
board-contrast-normal = Board: high contrast
board-contrast-large = Board: high contrast, large
board-contrast-small = Board: high contrast, small
board-words = Board: in words, for screen readers
input-keys = Moves: with buttons
input-menus = Moves: with menus, for screen readers
pings-channel = Pings: where the game is played
pings-direct = Pings: in a direct message
habits-own-asked = Your side at the bottom; you play forced moves
habits-own-forced = Your side at the bottom; the bot plays forced moves
habits-first-asked = First player at the bottom; you play forced moves
habits-first-forced = First player at the bottom; the bot plays forced moves

server-not-yours = Only server managers can change these settings.
server-language-own = same as the server
server-language-en = English
server-language-ru = Russian
server-language-pl = Polish

block-none = You haven't blocked anyone.
block-list = You've blocked: { $people }. `/{ cmd-block }` with `{ cmd-block-person }` and `{ cmd-block-allow }` lets someone challenge you again.
block-strangers-yes = People you have never played can challenge you.
block-strangers-no = Only people you have played can challenge you.

## Privacy and help

privacy = **What is stored about you**: your Discord ID, your games and challenges, your settings, who you have blocked, your vacations, the games you follow, moves you have begun, games you have imported, and lessons you have solved. No names, and no messages except the notes on challenges and games. You can download it as a file or delete it: your running games are then resigned, and finished ones stay without your ID.
key-export = Download my data
key-forget = Delete me
forget-sure = Really delete everything? Your running games will be resigned, and your ratings will be gone. This can't be undone.
key-forget-surely = Yes, delete me
forgotten = { $count ->
    [0] Everything about you has been deleted.
    [one] Everything about you has been deleted; { $count } game was resigned.
   *[other] Everything about you has been deleted; { $count } games were resigned.
}
help = **Hexpost** — play ZÈRTZ and TZAAR at your own pace.
    { $challenge } invites a friend, or anyone; { $lobby } shows who is looking for an opponent; { $play } starts a game against the computer. You'll be pinged when it's your turn: press **{ $button }** below the board, or type your move with { $move }. Everything else is under **{ $more }**.
    { $games } lists your games; { $board } and { $replay } show them. Plan with { $analyse } and { $plan }; { $history } lists finished games. A minute to spare? { $puzzle }. Tournaments: { $tournament }.
    Made a mistake? Press **Take back** under **{ $more }**, or use { $takeback }. For two minutes you can do it on your own, unless your opponent has acted in the game; after that, and always in touch-move games, they have to agree.
    New here? The lessons take a few minutes.
