# Clocks, vacations and reminders.

## Commands

cmd-challenge-flag = flag
cmd-challenge-flag-about = What happens when someone's time has run out
cmd-vacation = vacation
cmd-vacation-about = Days on which your clocks stand still, in all games
cmd-vacation-days = days
cmd-vacation-days-about = For how many days
cmd-vacation-from = from
cmd-vacation-from-about = From which day, such as 2027-07-15 or 15.07; from now on if you leave it out
cmd-vacation-end = end
cmd-vacation-end-about = Come back, or give up a vacation that has not begun
cmd-reminders = reminders
cmd-reminders-about = When you are reminded: before your time runs out, how often, quiet hours, daily digest
cmd-reminders-zone = zone
cmd-reminders-zone-about = Your time zone, such as Europe/Warsaw

## How fast

card-bank = { $bank } + { $increment } a move, at most { $cap }
card-bank-only = { $bank } for the whole game
span-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
span-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
}
most-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
most-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
}
flag-soft = late moves count until the opponent claims the game
flag-hard = out of time is lost at once

## Boards and lists

your-turn-late = { $player }, it is your turn. Your time ran out { $when }: move before your opponent claims the game.
away-now = 🏖️ { $player } is on vacation until { $when }; that player's clock stands still.
clock-in-hand = -# ⏱️ { $player } has { $time } in hand.
games-mine-late = 🔴 **Your turn** against { $other } — { $variant }, time ran out { $when }
games-theirs-late = 🔴 { $other } to move — { $variant }, time ran out { $when }
games-away = 🏖️ opponent on vacation until { $when }, the clock stands still
games-away-own = 🏖️ you are on vacation until { $when }
key-tonight = Tonight
key-tomorrow = Tomorrow
key-claim = Claim the game
key-give-day = Give your opponent a day
key-give-three-days = Give your opponent three days
done-claimed = The game is yours.
done-given = Given. Your opponent has been told.
done-reminding = ⏰ Reminder: { $when }, if it is still your turn.

## News

notice-given = 🎁 { $player }, your opponent gives you { $time } more.
notice-time-up = ⌛ { $player }, your time ran out { $when }. You can still move until your opponent claims the game.
notice-may-claim = ⌛ { $player }, your opponent's time ran out { $when }. You may claim the game, or wait for the move.
notice-back = 🏖️ The vacation is over: the clock runs again.
notice-digest = { $count ->
    [one] ☕ { $count } game waits for you:
   *[other] ☕ { $count } games wait for you:
}
notice-digest-more = { $count ->
    [one] … and { $count } more: `/{ cmd-games }` lists it.
   *[other] … and { $count } more: `/{ cmd-games }` lists them.
}
notice-digest-short = ☕ { $player }, games wait for you: `/{ cmd-games }` lists them.

## Vacations

vacation-none = You are not on vacation. `/{ cmd-vacation } { cmd-vacation-days }:7` stops your clocks for a week.
vacation-planned = 🏖️ Your vacation: from { $from } to { $until }. Your clocks will stand still in all games.
vacation-on = 🏖️ You are on vacation until { $until }. Your clocks stand still in all games, and you may move all the same.
vacation-left = { $count ->
    [one] { $count } day of { $most } is left this year.
   *[other] { $count } days of { $most } are left this year.
}
vacation-how-long = For how many days? Please give `{ cmd-vacation-days }` as well.
key-end-vacation = I am back
key-cancel-vacation = Cancel the vacation

## Reminders

reminders = **When you are reminded** — it takes effect at once. Quiet hours put reminders off; they stop no clock.
reminders-zone = Time zone: { $zone }, where it is { $clock }.
reminders-no-zone = Time zone: not chosen yet. Quiet hours, the digest, “Tonight” and “Tomorrow” need one.
reminders-ladder = Before the time runs out
reminders-nudge = Without a clock
reminders-quiet = Quiet hours
reminders-digest = Daily digest
ladder-none = With a clock: no reminders
ladder-hours = With a clock: { $hours } h before the end
nudge-none = Without a clock: no reminders
nudge-days = { $count ->
    [one] Without a clock: every day
   *[other] Without a clock: every { $count } days
}
quiet-none = Quiet hours: none
quiet-hours = Quiet hours: { $from } to { $to }
digest-none = Digest: none
digest-at = Digest at { $clock } instead of turn pings
key-zone = Time zone
zone-title = Your time zone
zone-label = City or name of the zone
zone-cities = Kiev=Europe/Kyiv; Saint Petersburg=Europe/Moscow; Cracow=Europe/Warsaw; Munich=Europe/Berlin; Edinburgh=Europe/London; Manchester=Europe/London; San Francisco=America/Los_Angeles; Seattle=America/Los_Angeles; Boston=America/New_York; Washington=America/New_York; Montreal=America/Toronto; Tel Aviv=Asia/Jerusalem; Mumbai=Asia/Kolkata; Beijing=Asia/Shanghai

## What was not done

refused-no-clock = This game has no clock.
refused-own-time = It is your own clock that runs.
refused-away = Your opponent is on vacation until { $when }; the clock stands still.
refused-time-enough = Your opponent has so much time already that more can't be given.
refused-no-zone = Please choose your time zone first.
refused-unknown-zone = There is no such time zone. Please type a large city such as Warsaw, or a name such as Europe/Warsaw; `/{ cmd-reminders }` with the option `{ cmd-reminders-zone }` suggests some.
refused-evening-past = It is 19:00 or later already. Choose “Tomorrow” to be reminded at 9:00.
refused-too-late = Your time ends { $when }, which is before that. Please move earlier.
refused-vacation-days = { $count ->
    [0] There are no vacations here.
    [one] A vacation has { $count } day. Please choose 1.
   *[other] A vacation has from 1 to { $count } days. Please choose a number between them.
}
refused-no-vacation-left = { $count ->
    [0] You have no day of vacation left in that year.
    [one] You have only { $count } day of vacation left in that year. Please take fewer.
   *[other] You have only { $count } days of vacation left in that year. Please take fewer.
}
refused-on-vacation = You already have a vacation, until { $when }. End it first, with the button below `/{ cmd-vacation }`.
refused-no-vacation = You have no vacation that could be ended.
refused-date = That is no day I can read. Please write it like 2027-07-15 or 15.07.2027.
refused-past-date = That day is past. Please choose today or a later one.
refused-far-date = That is more than a year away. Please choose an earlier day.
