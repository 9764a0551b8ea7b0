# Tournaments.

## Commands

cmd-tournament = tournament
cmd-tournament-about = Tournaments on this server
cmd-tournament-create = create
cmd-tournament-create-about = Create a tournament or a league
cmd-tournament-join = join
cmd-tournament-join-about = Join a tournament
cmd-tournament-leave = leave
cmd-tournament-leave-about = Leave a tournament before it starts
cmd-tournament-table = table
cmd-tournament-table-about = The table of a tournament; its organiser can run it from there
cmd-tournament-games = games
cmd-tournament-games-about = The games of a tournament, with links
cmd-tournament-withdraw = withdraw
cmd-tournament-withdraw-about = Withdraw from a tournament that is running
cmd-tournament-tournament = tournament
cmd-tournament-tournament-about = Which one, if there are several

## Formats

tournament-format-round-robin = Double round robin
tournament-format-swiss = Double Swiss
tournament-format-knockout = Knock-out
tournament-format-league = League
tournament-about-round-robin = Everyone meets everyone, once with each seat. For up to 16 players.
tournament-about-swiss = A few rounds; you meet players who are doing as well as you. For many players.
tournament-about-knockout = Matches of two games; lose a match and you're out.
tournament-about-league = Divisions of 6 to 8, season after season, with promotion and relegation.

## The screen of a new tournament

tournament-new = 🏆 **A new tournament** · { $page }/2
tournament-new-how = Choose below. **Create…** asks for the name and posts the tournament in this channel.
tournament-pick-format = Format
tournament-pick-game = Game
tournament-pick-pace = Time per move
tournament-pick-start = When it starts
tournament-pick-role = Who can join (default: everyone)
tournament-pick-games = Games at a time
tournament-pick-days = Time for a round
tournament-pick-vacation = Vacations
tournament-start-full = Starts as soon as it is full
tournament-start-manually = You start it
tournament-start-at = Starts at a time that you set under Numbers
tournament-games-at-once = { $count ->
    [0] All games of a round at once
    [one] { $count } game at a time per player
   *[other] At most { $count } games at a time per player
}
tournament-days-each = { $count ->
    [0] No deadline for rounds
    [one] { $count } day for a round
   *[other] { $count } days for a round
}
tournament-vacation-days = { $count ->
    [0] No vacations
    [one] Vacations of { $count } day at most
   *[other] Vacations of { $count } days at most
}
key-tournament-numbers = Numbers…
key-tournament-more = More
key-tournament-back = Back
key-tournament-make = Create…
tournament-numbers-title = Numbers
tournament-numbers-size = Most players
tournament-numbers-ratings = Ratings from – to (empty: any)
tournament-numbers-ratings-example = 1400 – 1800
tournament-numbers-start = Start (empty: not at a time)
tournament-numbers-start-example = 2027-01-31 18:00
tournament-numbers-days = Days for a round (Swiss)
tournament-numbers-vacation = Days of vacation at most
tournament-name-title = Name
tournament-name-label = What is it called?
tournament-made = The tournament is posted in this channel. You'll find your buttons under **Organise**.
tournament-problem = ⚠️ { $why }
tournament-start-missing = It starts at a time, but which? Set it under **Numbers…**, or choose another start.
tournament-no-number = `{ $text }` isn't a number from { $from } to { $to }.
tournament-no-ratings = I can't read `{ $text }` as ratings. Write two numbers, such as `1400 – 1800`, or one with a dash: `1400 –`.
tournament-no-start = I can't read `{ $text }` as a time. Write it like this: `2027-01-31 18:00`, in your time zone ({ $zone }).
tournament-start-past = That time is over: { $when }. Choose one in the future.
tournament-no-name = A tournament needs a name.
tournament-no-server = Tournaments are only available on servers where I'm a member.

## The card

tournament-title = 🏆 **{ $name }**
tournament-what = { $variant } · { $format } · { $pace } · { $rated }
tournament-rated = rated
tournament-unrated = not rated
tournament-entrants = { $count ->
    [0] **Players:** nobody yet, of { $most } at most
   *[other] **Players:** { $count } of { $most } at most: { $list }
}
tournament-and-others = and { $count } more
tournament-starts-full = { $count ->
    [one] It starts as soon as { $count } more has joined.
   *[other] It starts as soon as { $count } more have joined.
}
tournament-starts-at = It starts { $when }.
tournament-starts-manually = { $player } starts it.
tournament-only-roles = Only for { $roles }.
tournament-ratings-between = Only for ratings from { $from } to { $to }.
tournament-ratings-above = Only for ratings from { $from }.
tournament-ratings-below = Only for ratings up to { $to }.
tournament-commitment = -# Seeds and lots can be checked: their secret has the hash `{ $hash }`.
tournament-organised = -# Organised by { $player }.
tournament-round-of = Round { $number } of { $all }
tournament-season = Season { $number }
tournament-season-division = Season { $number } · Division { $at }
tournament-all-rounds = all rounds
tournament-until = Until { $when }.
tournament-playing = **Being played:**
tournament-playing-none = No game is being played just now.
tournament-game = { $first } – { $second } → { $place }
tournament-game-soon = { $first } – { $second }: begins soon
tournament-more-games = { $count ->
    [one] … and { $count } more game: `/{ cmd-tournament } { cmd-tournament-games }`
   *[other] … and { $count } more games: `/{ cmd-tournament } { cmd-tournament-games }`
}
tournament-over = **It is over.**
tournament-winner = 🥇 { $player } has won!
tournament-winners = 🥇 Shared first place: { $players }
tournament-cancelled = It was cancelled.
tournament-withdrawn-list = Withdrawn: { $players }
tournament-annulled-list = Withdrawn, results don't count: { $players }
key-tournament-join = Join
key-tournament-leave = Leave
key-tournament-table = Table
key-tournament-games = Games
key-tournament-withdraw = Withdraw
key-tournament-organise = Organise
key-tournament-division = Division { $number }
key-tournament-draw = Fair draw
table-points = Pts
table-tie-break = SB
table-bye = bye
table-alt = Table of the tournament. { $table }
round-final = Final
round-semifinal = Semi-finals
round-quarterfinal = Quarter-finals
round-last = Last { $players }

## Taking part

tournament-joined = You're in **{ $name }**! I'll ping you once when a round begins, with links to your games.
tournament-left = You're no longer in **{ $name }**.
tournament-withdraw-sure = Withdraw from **{ $name }**? Your open games are lost. If you have played less than half of your games in a round robin or league, all your results are annulled.
tournament-you-withdrew = You have withdrawn from **{ $name }**.
tournament-none-open = There is no tournament to join on this server. `/{ cmd-tournament } { cmd-tournament-create }` makes one.
tournament-none-joined = You're in no tournament here that you could leave.
tournament-none-running = You're in no running tournament here.
tournament-none = There is no tournament on this server yet. `/{ cmd-tournament } { cmd-tournament-create }` makes one.
tournament-which = Which tournament?
tournament-games-title = **{ $name }**: games
tournament-games-none = No games yet.
tournament-games-line = `{ $number }` { $first } { $score } { $second } { $place }
tournament-page = Page { $page } of { $pages }

tournament-draw-title = **{ $name }**: how seeds and lots were drawn
tournament-draw-how = A secret was drawn when the tournament was created, and its hash was on the card. Together with the ids of every sign-up and of the start, it gives this draw: `{ $hash }`. The lowest lot comes first.

## Announcements

tournament-round-began = { $player } **{ $name }**, { $round }: your games have begun.
tournament-round-bye = { $player } **{ $name }**, { $round }: you have no opponent in this round and get a point.
tournament-your-game = against { $opponent } → { $place }
tournament-your-game-soon = against { $opponent }: opens in a few minutes, and `/{ cmd-tournament } { cmd-tournament-games }` has the link
tournament-your-game-later = against { $opponent }: begins when one of your other games is over
tournament-your-deadline = The round ends { $when }.
tournament-overdue = { $player } **{ $name }**, { $round }: the time is up, and games are still open. You have a day to decide them; after that, the player to move loses.
tournament-results = **{ $name }**, results of { $round }:
tournament-result = { $first } { $score } { $second }
tournament-ended = 🏆 **{ $name }** is over. { $winner }
tournament-thread = 🏆 { $name }

## The organiser's screen

tournament-not-yours = Only the organiser and members who manage the server can do that.
tournament-organise = ⚙️ **{ $name }**
tournament-organise-open = { $count ->
    [0] Nobody has joined yet.
    [one] { $count } player has joined.
   *[other] { $count } players have joined.
}
tournament-blocked-pairs = ⚠️ These players have blocked each other, but would have to meet: { $pairs }. You can start anyway.
tournament-blocked-pair = { $first } and { $second }
key-tournament-start = Start
key-tournament-adjudicate = Decide a game
key-tournament-players = Players
key-tournament-extend = Extend the round
key-tournament-cancel = Cancel the tournament
key-tournament-hand-over = Hand over
key-tournament-export = Export
key-tournament-cancel-surely = Yes, cancel it
tournament-started = The tournament has started. The first games are on their way.
tournament-start-sure = Start **{ $name }** now? Nobody can join afterwards.
tournament-cancel-sure = Cancel **{ $name }**? Running games go on as ordinary games, and there is no winner.
tournament-cancel-done = **{ $name }** is cancelled.
tournament-which-game = Which game?
tournament-decide = How does the game { $first } – { $second } count?
tournament-decide-first = { $player } wins
tournament-decide-draw = Draw
tournament-decide-neither = Lost for both
tournament-decided = The result counts: { $first } { $score } { $second }.
tournament-no-open-games = There is no game to decide.
tournament-players-how = Choose a player below to withdraw or replace.
tournament-which-player = Which player?
tournament-player = { $player }: withdraw them, or choose who takes over the place?
tournament-pick-replacement = Who takes over?
key-tournament-withdraw-player = Withdraw them
tournament-player-withdrawn = { $player } is withdrawn.
tournament-player-replaced = { $other } takes over the place of { $player }.
tournament-extend-how = How much longer is the round?
tournament-extend-by = { $count ->
    [one] { $count } more day
   *[other] { $count } more days
}
tournament-extended = The round now ends { $when }.
tournament-pick-organiser = Who is to organise it?
tournament-handed-over = { $player } organises **{ $name }** now.
tournament-exported = **{ $name }**: standings and games as CSV, everything as JSON, and the report that pairing programs read (TRF).
tournament-exported-no-report = **{ $name }**: standings and games as CSV, everything as JSON.
tournament-seat-choice = { $player }, your match in **{ $name }** is level. Choose your seat in the decider:
tournament-seat-first = I move first
tournament-seat-second = I move second
tournament-seat-chosen = Your choice counts; the decider begins.

## Servers and profiles

server-settings-tournaments = Who can create tournaments: { $players }
server-pick-tournaments = Who can create tournaments (default: everyone)
key-server-tournaments = Tournaments
server-pick-champion = Role for winners of tournaments (default: none)
server-settings-champion = Role for winners of tournaments: { $role }
profile-titles = 🏆 Tournaments won: { $titles }
profile-title-once = { $name } ({ $when })
profile-title-season = { $name }, season { $number }, division { $at } ({ $when })
