# Open play, servers and those who watch.

## Commands

cmd-lobby = lobby
cmd-lobby-about = Open challenges on this server
cmd-lobby-pin = pin
cmd-lobby-pin-about = Moderators: post the list here for everyone, or remove it
cmd-challenge-standing = standing
cmd-challenge-standing-about = Keep it open: whenever someone accepts, a new one appears
cmd-challenge-max-games = max-games
cmd-challenge-max-games-about = Standing challenge: how many of its games may run at once

## Standing challenges

card-standing = 🔁 Standing challenge: whenever someone accepts, a new one appears.
challenge-made-standing = { $count ->
    [one] Your standing challenge is posted. When its game is over, it opens again. Turn it off in `/{ cmd-lobby }`.
   *[other] Your standing challenge is posted. Whenever someone accepts, a new one opens, up to { $count } games at once. Turn it off in `/{ cmd-lobby }`.
}

## Lobby

lobby-title = { $count ->
    [0] **Open challenges**
   *[other] **Open challenges: { $count }**
}
lobby-none = Nobody is looking for an opponent right now. `/{ cmd-challenge }` without an opponent posts an open challenge.
lobby-how = -# `/{ cmd-challenge }` without an opponent adds one.
lobby-line = `{ $number }` **{ $variant }** · { $challenger } · { $conditions }
lobby-line-standing = `{ $number }` **{ $variant }** 🔁 · { $challenger } · { $conditions }
lobby-standing = { $count ->
    [one] 🔁 Your standing challenge: { $variant }, at most { $count } game at once
   *[other] 🔁 Your standing challenge: { $variant }, at most { $count } games at once
}
lobby-standing-full = { $count ->
    [one] ⏸️ Your standing challenge: { $variant }. It reopens when its game ends.
   *[other] ⏸️ Your standing challenge: { $variant }. { $count } games are running; it reopens when one ends.
}
key-play = Play { $number }
key-lobby-withdraw = Withdraw { $number }
key-lobby-all = All { $count }
key-lobby-stop = Turn off: { $variant }
lobby-playing = ✅ Accepted: the game begins. I'll tell you where.
lobby-playing-place = ✅ Accepted: the game begins → { $place }
lobby-withdrawn = Withdrawn.
lobby-stopped = Turned off. Running games continue.
lobby-no-server = The lobby is only available on servers.
lobby-not-yours = Only game moderators can post the lobby for everyone. To see it yourself, use `/{ cmd-lobby }` without `{ cmd-lobby-pin }`.
lobby-may-not-write = I'm not allowed to post in this channel. Let me send messages here, or choose another channel.
lobby-pinned = The lobby will appear here in a moment and keep itself up to date. Pin it so that everyone can find it.
lobby-unpinned = The lobby message has been removed.
lobby-not-pinned = There's no lobby message on this server.

## Following

key-follow = Follow
key-follow-tell = Message me every move
key-follow-hush = No messages
key-unfollow = Unfollow
key-followed = Following ({ $count })
key-own-games = My games
follow-quiet = You're following this game; it's listed in `/{ cmd-games }`. Would you like a direct message for every move?
follow-told = You're following this game and will get a direct message for every move.
follow-none = You're no longer following this game.
follow-headline = 👁️ `#{ $number }` **{ $variant }**: { $first } – { $second }
result-headline = `#{ $number }` **{ $variant }**: { $first } – { $second }
followed-title = { $count ->
    [0] You aren't following any games. To follow one, press **{ $more }** below its board, then **Follow**.
    [one] You're following { $count } game:
   *[other] You're following { $count } games:
}
followed-line = 👁️ `#{ $number }` { $variant }: { $first } – { $second }
followed-line-told = 🔔 `#{ $number }` { $variant }: { $first } – { $second }
followed-look = Look at a game

## Servers

server-settings = **Games on this server**
    Channels for games: { $channels }
    Forum, one post per game: { $forum }
    Otherwise, one thread per game: { $threads }
    Results go to: { $results }
    Who can play: { $players }
    Who can end games and post the lobby: { $moderators }
    Keep only the latest board: { $latest }
    Default pace: { $pace }
    Language for everyone: { $language }
server-settings-theme = Boards for everyone: { $theme }
server-everywhere = any channel
server-none = none
server-nowhere = nowhere
server-pace = Default pace: { $pace }
server-everyone = everyone
server-managers = server managers
server-language = Language: { $language }
server-theme = Boards: { $theme }
server-theme-dark = dark
server-theme-classic = warm wood
server-theme-contrast = high contrast
key-server-places = Channels
key-server-people = People
key-server-habits = Defaults
key-server-back = Back
server-pick-channels = Channels for games (default: all)
server-pick-forum = Forum for games (default: none)
server-pick-results = Channel for results (default: none)
server-pick-threads = Threads
server-threads-yes = One thread per game
server-threads-no = Games in the channel itself
server-pick-players = Who can play (default: everyone)
server-pick-moderators = Roles that can moderate games
server-pick-pace = Default pace
server-pick-language = Language for everyone
server-pick-theme = Colours of boards for everyone
server-pick-latest = Boards
server-latest-no = Keep all boards of a game
server-latest-yes = Keep only the latest board of a game
server-welcome = Hello! I'm **Hexpost**. Play **ZÈRTZ** and **TZAAR** with each other right here: two board games of pure strategy, a few taps a day, and a ping when it's your turn. Never played them? **How to play** gets you to your first move in a minute.
    -# { $challenge } invites someone · { $play } plays the computer · { $lobby } shows open games · { $help } tells you more · server managers: { $server }

## What is refused

refused-may-not-post = You aren't allowed to write in this channel.
refused-hidden-from-some = Not everyone here can see that game, so I can't show it in this channel.
refused-not-allowed = On this server you need one of these roles to start a game: { $roles }. A moderator can give you one.
refused-standing-opponent = A standing challenge is open to anyone. Leave the opponent out.
refused-standing-server = Standing challenges only work on a server that has me installed.
refused-standing-most = Choose from 1 to { $count } games at a time.
refused-too-many-standing = { $count ->
    [one] You can have { $count } standing challenge. Turn it off first, in `/{ cmd-lobby }`.
   *[other] You can have { $count } standing challenges. Turn one off first, in `/{ cmd-lobby }`.
}
refused-own-game = This is your own game: you're told about every move anyway.
refused-too-many-followers = { $count ->
    [one] { $count } person is already following this game, which is the limit. You can still watch it with `/{ cmd-board }`.
   *[other] { $count } people are already following this game, which is the limit. You can still watch it with `/{ cmd-board }`.
}
refused-too-many-followed = { $count ->
    [one] You're already following { $count } game, which is the limit. Unfollow it first, in `/{ cmd-games }`.
   *[other] You're already following { $count } games, which is the limit. Unfollow one first, in `/{ cmd-games }`.
}
refused-too-fast = That was a little fast. Please try again { $when }.
refused-accept-there = That server limits who can play. Please accept the challenge there: { $channel }
