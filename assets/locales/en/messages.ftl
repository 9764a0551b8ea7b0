# What the bot says. Private answers are in the reader's language, public ones in the server's.

yes = yes
no = no
someone = someone
anyone = anyone
sorry = Sorry, something went wrong on our side. It has been noted; please try again in a moment.
too-late = Sorry, that took too long. Please press once more.
unknown-command = I don't know this command any more. Please type / and choose it anew.
unknown-button = This button is from another version and no longer works. `/{ cmd-games }` shows your games.

## Challenges

card-to = { $challenger } challenges { $opponent }
card-open = { $challenger } challenges anyone
card-first-challenger = the challenger moves first
card-first-opponent = whoever accepts moves first
card-first-drawn = first move drawn by lot
card-no-clock = no clock
card-days = { $count ->
    [one] { $count } day a move
   *[other] { $count } days a move
}
card-fair = -# Provably random, hash: `{ $commitment }`
card-kept = -# The sides and the set-up stay as in game #{ $game }, which was called off.
card-until = Expires { $when }
game-on = ✅ { $player } accepts: game on! → { $place }
game-on-here = ✅ { $player } accepts: game on! The board is on its way.
card-accepted = ✅ Accepted: the game has begun.
card-declined = Declined.
card-withdrawn = Withdrawn.
card-expired = Expired: nobody answered.
key-accept = Accept
key-decline = Decline
key-withdraw = Withdraw

challenge-made = Your challenge to { $opponent } is out. You will be told when it is answered.
challenge-made-open = Your open challenge is out. Whoever accepts first plays.
lacks-bot = ⚠️ This server has my commands, but not me: boards appear only as answers, and nobody is reminded here. Someone who manages the server can invite me: { $link }
lacks-channel = ⚠️ I can't see this channel: boards appear only as answers, and nobody is reminded here. Someone who manages the server can let me view it and write in it.
crossing-accepted = { $opponent } had challenged you to the same game: that challenge is accepted now, and the game begins.
challenge-choose = What would you like to play against { $opponent }?
challenge-which = Choose a game

notice-declined = { $player }, { $other } has declined your challenge.
notice-withdrawn = { $player }, { $other } has withdrawn the challenge.
notice-expired = { $player }, nobody has answered your challenge in time.

## Games

notice-started = **{ $variant }** — { $first } moves first, { $second } second. Have a good game!
notice-started-sides = **{ $variant }** — { $first } has White and moves first, { $second } has Black. Have a good game!
turn-made = { $player }: `{ $notation }` — { $turn }
turn-forced = { $player }: `{ $notation }` — { $turn } (the only move, played automatically)
your-turn = { $player }, it is your turn.
your-turn-until = { $player }, it is your turn. Your time ends { $when }.
their-turn = It is { $player }’s turn.
their-turn-until = It is { $player }’s turn. The time ends { $when }.
over-called = { $player }, how about a rematch?
over-length = { $count ->
    [one] -# { $count } turn · { $time }
   *[other] -# { $count } turns · { $time }
}
over-quick = less than an hour
over-nothing = The game has no result: { $reason }
how-resignation = resignation
how-time = time is up
how-agreement = agreed by both
how-abort = called off
how-moderator = ended by a moderator
offered-draw = 🤝 { $player } offers a draw.
asked-takeback = ↩️ { $player } asks to take back `{ $turn }`.
key-move = Move
key-more = More
key-rematch = Rematch
key-look-back = Look back

notice-taken-back = ↩️ Taken back: the game goes on from here.
notice-thawed = The game goes on. The clock begins anew.
notice-frozen = This game can't be continued with this version of the program. Nothing is lost: it goes on as soon as that is mended.
notice-reminder = ⏰ A reminder:
notice-draw-offered = { $player }, your opponent offers a draw.
notice-draw-withdrawn = The offer of a draw was withdrawn.
notice-draw-declined = { $player }, your offer of a draw was declined.
notice-takeback-asked = { $player }, your opponent asks to take back `{ $turn }`.
takeback-undoes = What was played since would be undone as well.
notice-takeback-withdrawn = Your opponent no longer asks to take back the move.
notice-takeback-declined = { $player }, your opponent would rather not let you take back the move.
notice-silence = { $player }, your opponent has waited for a long time and is going to close this game without a result. Make a move within three days to go on.
key-accept-draw = Accept the draw
key-allow = Allow

## Looking at a board

look-at = Turn { $ply } of { $last }
key-flip = Flip
key-text = As text
key-picture = As picture
key-board = Board

## More

more = What would you like to do?
more-menu = Something else …
key-offer-draw = Offer a draw
key-withdraw-draw = Withdraw draw offer
key-take-back = Take back
key-ask-takeback = Ask to take back
key-withdraw-takeback = Withdraw the request
key-resign = Resign
key-mute = Mute: hear no more of this game
key-unmute = Unmute: hear of this game again
key-notice-silence = Closing notice
key-close-silent = Close the game
key-moderate = End as moderator
moderate-sure = Really end this game without a result? The players will see it where the game is played.
key-moderate-surely = Yes, end it
resign-sure = Do you really want to resign your game against { $other }? ({ $variant })
key-resign-surely = Yes, resign
key-no = No
nothing-done = Fine, nothing has changed.
list-and = { $rest } and { $last }
key-abort = End it without a result
draw-yours-stands = Your offer of a draw stands.
takeback-yours-stands = You have asked to take back `{ $turn }`; your opponent has not answered yet.
draw-theirs-stands = Your opponent offers a draw.

done-resigned = You have resigned.
done-aborted = The game is called off.
done-draw-offered = Your opponent has been offered a draw.
done-draw-agreed = Agreed: a draw.
done-withdrawn = Withdrawn.
done-declined = Declined.
done-taken-back = The move was taken back.
done-takeback-asked = Your opponent has been asked. On your own you can take back a move only within two minutes, and only until your opponent does something with the game.
done-takeback-asked-touch = Your opponent has been asked. In a touch-move game a move is taken back only by consent.
done-muted = You will not be pinged for this game any more.
done-unmuted = You will be pinged for this game again.
done-silence = Your opponent has been given notice.
done-moderated = The game is ended.
done-closed = The game is closed without a result.

composer-closed = Closed. Press Move when you want to go on.
composer-made = ✅ Your move: { $turns }

## Lists

games-none = You are in no game at present. Challenge anyone with the button below, a friend with `/{ cmd-challenge }`, or begin with a lesson.
games-title = { $count ->
    [0] You are in no game at present.
    [one] You are in { $count } game:
   *[other] You are in { $count } games:
}
games-mine = 🔵 **Your turn** against { $other } — { $variant }
games-mine-until = 🔵 **Your turn** against { $other } — { $variant }, time ends { $when }
games-theirs = ⚪ { $other } to move — { $variant }
games-theirs-until = ⚪ { $other } to move — { $variant }, time ends { $when }
games-challenge-by = ✉️ Your challenge to { $other } — { $variant }
games-challenge-to = ✉️ { $other } challenges you — { $variant }
label-mine = { $other } · { $variant } · your turn
label-theirs = { $other } · { $variant } · their turn
which-game = Which game?

## Settings

settings = **Your settings** — they take effect at once.
settings-language = Language
settings-board = Board: colours, size, or words
settings-input = Keys or menus
settings-pings = Pings
settings-habits = Board and forced moves
language-own = Language: as in Discord
language-en = Language: English
language-ru = Language: Русский
language-pl = Language: Polski
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
habits-own-asked = Own side below; forced moves by me
habits-own-forced = Own side below; forced moves by the bot
habits-first-asked = First player below; forced moves by me
habits-first-forced = First player below; forced by the bot

server-not-yours = Only those who manage this server can change how games are played here.
server-language-own = the server's own
server-language-en = English
server-language-ru = Russian
server-language-pl = Polish

block-none = You have blocked nobody.
block-list = You have blocked: { $people }. `/{ cmd-block }` with `{ cmd-block-person }` and `{ cmd-block-allow }` lets someone challenge you again.
block-strangers-yes = Strangers may challenge you.
block-strangers-no = Only people with whom you have played may challenge you.

## Privacy and help

privacy = **What is kept about you**: your Discord number, your games and challenges, your settings, whom you have blocked, your vacations, the games you follow, moves you have begun, games you have imported, and lessons you have solved. No names, and no messages but the notes on challenges and games. You can take it with you as a file, or have it deleted: your running games are then resigned, and finished ones stay without you.
key-export = Export my data
key-forget = Delete me
forget-sure = Really delete everything? Your running games will be resigned, and your ratings are gone. This can't be undone.
key-forget-surely = Yes, delete me
forgotten = { $count ->
    [0] Everything about you is deleted.
    [one] Everything about you is deleted; { $count } game was resigned.
   *[other] Everything about you is deleted; { $count } games were resigned.
}
help = **Hexpost** — games of ZÈRTZ and TZAAR by correspondence.
    `/{ cmd-challenge }` invites a friend, or anyone; `/{ cmd-lobby }` shows who is waiting for an opponent. When it is your turn, you are pinged: press **Move** below the board, or type your move with `/{ cmd-move }`. Everything else is under **More**.
    `/{ cmd-games }` lists your games, `/{ cmd-board }` and `/{ cmd-replay }` show them. To think ahead there are `/{ cmd-analyse }` and `/{ cmd-plan }`, to look back `/{ cmd-history }`.
    Made a mistake? **Take back** under **More**, or `/{ cmd-takeback }`: within two minutes on your own, unless your opponent has done something with the game since; after that, and always in touch-move games, your opponent is asked.
    New here? The lessons take a few minutes.
