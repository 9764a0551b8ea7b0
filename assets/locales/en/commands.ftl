# Commands: names (lower case, at most 32 characters) and descriptions (at most 100).

cmd-challenge = challenge
cmd-challenge-about = Challenge someone, or anyone, to a game
cmd-challenge-game = game
cmd-challenge-game-about = What to play
cmd-challenge-opponent = opponent
cmd-challenge-opponent-about = Who to challenge; leave it out to let anyone accept
cmd-challenge-side = side
cmd-challenge-side-about = Who moves first; random if you leave it out
cmd-challenge-pace = pace
cmd-challenge-pace-about = Time per move
cmd-challenge-note = note
cmd-challenge-note-about = A short message to your opponent
side-random = at random
side-first = I move first
side-second = My opponent moves first

cmd-move = move
cmd-move-about = Make your move: type it, or leave it out to use buttons
cmd-move-turn = turn
cmd-move-turn-about = Your move in notation, such as Wd4-b2; suggestions help you
cmd-move-game = game
cmd-move-game-about = Which game, if you have several

cmd-board = board
cmd-board-about = Show the board of a game, now or after any turn
cmd-board-game = game
cmd-board-game-about = Which game, if you have several
cmd-board-turn = turn
cmd-board-turn-about = After which turn; 0 is the start

cmd-games = games
cmd-games-about = Your games, the most urgent first

cmd-resign = resign
cmd-resign-about = Resign a game
cmd-resign-game = game
cmd-resign-game-about = Which game, if you have several

cmd-draw = draw
cmd-draw-about = Offer a draw, or answer an offer
cmd-draw-game = game
cmd-draw-game-about = Which game, if you have several

cmd-takeback = takeback
cmd-takeback-about = Take back your last move, or ask to
cmd-takeback-game = game
cmd-takeback-game-about = Which game, if you have several

cmd-settings = settings
cmd-settings-about = Language, colours, buttons or menus, pings

cmd-server = server
cmd-server-about = How games are played on this server
cmd-server-threads = threads
cmd-server-threads-about = One thread per game
cmd-server-latest = latest
cmd-server-latest-about = Keep only the latest board of a game
cmd-server-pace = pace
cmd-server-pace-about = Default time per move
cmd-server-language = language
cmd-server-language-about = The language of messages for everyone
cmd-server-theme = theme
cmd-server-theme-about = The colours of boards that everyone sees

cmd-block = block
cmd-block-about = Choose who can challenge you
cmd-block-person = person
cmd-block-person-about = Whose challenges you don't want
cmd-block-allow = allow
cmd-block-allow-about = Allow this person again
cmd-block-strangers = strangers
cmd-block-strangers-about = Can people you have never played challenge you?

cmd-privacy = privacy
cmd-privacy-about = See, download or delete what is stored about you

cmd-help = help
cmd-help-about = How to get started

menu-challenge = Challenge to a game
