# Clocks, vacations and reminders.

## Commands

cmd-challenge-timeout = timeout
cmd-challenge-timeout-about = What happens when a player's time runs out
cmd-vacation = vacation
cmd-vacation-about = Pause your clocks in all games for some days
cmd-vacation-days = days
cmd-vacation-days-about = For how many days
cmd-vacation-from = from
cmd-vacation-from-about = First day, such as 2027-07-15 or 15.07; starts now if you leave it out
cmd-vacation-end = end
cmd-vacation-end-about = End your vacation early, or cancel one that hasn't started
cmd-reminders = reminders
cmd-reminders-about = Reminders: before your time runs out, how often, quiet hours, daily digest
cmd-reminders-zone = zone
cmd-reminders-zone-about = Your time zone, such as Europe/Warsaw

## How fast

card-bank = { $bank } + { $increment } per move, up to { $cap }
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
flag-soft = after the deadline you can still move until your opponent claims the win
flag-hard = running out of time loses at once

## Boards and lists

your-turn-late = { $player }, it's your turn. Your time ran out { $when }: move before your opponent claims the win.
deadline = Deadline: { $when }.
away-now = 🏖️ { $player } is on vacation until { $when }; their clock is paused.
clock-in-hand = -# ⏱️ { $player } has { $time } left.
games-frozen = ⏸️ `#{ $number }` **On hold**, against { $other } — { $variant }
games-mine-late = 🔴 `#{ $number }` **Your turn** against { $other } — { $variant }, time ran out { $when }
games-theirs-late = 🔴 `#{ $number }` { $other } to move — { $variant }, time ran out { $when }
games-away = 🏖️ opponent on vacation until { $when }, clock paused
games-away-own = 🏖️ you're on vacation until { $when }
key-tonight = Remind me tonight
key-tomorrow = Remind me tomorrow
key-claim = Claim the win
key-give-day = Give your opponent a day
key-give-three-days = Give your opponent three days
done-claimed = The win is yours.
done-given = Done. Your opponent has been notified.
done-reminding = ⏰ Reminder: { $when }, if it's still your turn.

## News

notice-given = 🎁 { $player }, your opponent gives you { $time } extra.
notice-time-up = ⌛ { $player }, your time ran out { $when }. You can still move until your opponent claims the win.
notice-may-claim = ⌛ { $player }, your opponent's time ran out { $when }. You can claim the win, or wait for their move.
notice-claim-over = -# ⌛ A player was out of time here; the game has moved on since.
notice-back = 🏖️ The vacation is over: the clock is running again.
notice-digest = { $count ->
    [one] ☕ { $count } game is waiting for you:
   *[other] ☕ { $count } games are waiting for you:
}
notice-digest-more = { $count ->
    [one] … and { $count } more: `/{ cmd-games }` lists it.
   *[other] … and { $count } more: `/{ cmd-games }` lists them.
}
notice-digest-short = ☕ { $player }, games are waiting for you: see `/{ cmd-games }`.

## Vacations

vacation-none = You aren't on vacation. `/{ cmd-vacation } { cmd-vacation-days }:7` pauses your clocks for a week.
vacation-planned = 🏖️ Your vacation: { $from } to { $until }. Your clocks will be paused in all games.
vacation-on = 🏖️ You're on vacation until { $until }. Your clocks are paused in all games, but you can still move.
vacation-left = { $count } of { $most } vacation days left this year.
vacation-how-long = For how many days? Please fill in `{ cmd-vacation-days }` too.
key-end-vacation = I'm back
key-cancel-vacation = Cancel the vacation

## Reminders

reminders = **Reminders** — changes apply immediately. Quiet hours delay reminders; they don't stop any clock.
reminders-zone = Time zone: { $zone }, where it's { $clock } now.
reminders-no-zone = Time zone: not chosen yet. Quiet hours, the digest, **{ key-tonight }** and **{ key-tomorrow }** need one.
reminders-ladder = Before your time runs out
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
refused-own-time = It's your own clock that is running.
refused-away = Your opponent is on vacation until { $when }; the clock is paused.
refused-time-enough = Your opponent already has as much time as you can give.
refused-no-zone = To remind you at the right hour, I need your time zone. Please choose it first.
refused-unknown-zone = There is no such time zone. Please type a large city such as Warsaw, or a name such as Europe/Warsaw; `/{ cmd-reminders }` with the option `{ cmd-reminders-zone }` suggests some.
refused-evening-past = It's already 19:00 or later. **{ key-tomorrow }** reminds you at 9:00.
refused-too-late = Your time runs out { $when }, before that reminder. Please move sooner.
refused-vacation-days = { $count ->
    [0] There are no vacations on this bot.
    [one] A vacation can last { $count } day.
   *[other] A vacation can last 1 to { $count } days.
}
refused-no-vacation-left = { $count ->
    [0] You have no vacation days left in that year.
    [one] You have only { $count } vacation day left in that year. Please choose fewer.
   *[other] You have only { $count } vacation days left in that year. Please choose fewer.
}
refused-on-vacation = You already have a vacation, which ends { $when }. End it first with the button below `/{ cmd-vacation }`.
refused-no-vacation = You have no vacation to end.
refused-date = I can't read that date. Please write it like 2027-07-15 or 15.07.2027.
refused-past-date = That date is in the past. Please choose today or later.
refused-far-date = That's more than a year away. Please choose an earlier date.
