# Open play, servers and those who watch.

## Commands

cmd-lobby = lobby
cmd-lobby-about = Open challenges on this server
cmd-lobby-pin = pin
cmd-lobby-pin-about = For moderators: show the list here for everyone, or no longer
cmd-challenge-standing = standing
cmd-challenge-standing-about = Keep it open: whenever someone accepts, the next one appears by itself
cmd-challenge-most = most
cmd-challenge-most-about = With a standing challenge: this many of its games at once, at most

## Standing challenges

card-standing = 🔁 A standing challenge: whenever it is accepted, the next one appears.
challenge-made-standing = { $count ->
    [one] Your standing challenge is out. Whenever someone accepts, the next one appears, as long as no game of it goes on. `/{ cmd-lobby }` switches it off.
   *[other] Your standing challenge is out. Whenever someone accepts, the next one appears, up to { $count } games at once. `/{ cmd-lobby }` switches it off.
}

## Lobby

lobby-title = { $count ->
    [0] **Open games**
    [one] **Open games** — { $count } challenge
   *[other] **Open games** — { $count } challenges
}
lobby-none = Nobody is waiting for an opponent at the moment. `/{ cmd-challenge }` without an opponent opens a game.
lobby-how = -# `/{ cmd-challenge }` without an opponent adds one.
lobby-line = `{ $number }` **{ $variant }** · { $challenger } · { $conditions }
lobby-line-standing = `{ $number }` **{ $variant }** 🔁 · { $challenger } · { $conditions }
lobby-standing = { $count ->
    [one] 🔁 Your standing challenge: { $variant }, at most { $count } game at once
   *[other] 🔁 Your standing challenge: { $variant }, at most { $count } games at once
}
lobby-standing-full = { $count ->
    [one] ⏸️ Your standing challenge: { $variant }. It comes back when its game has ended.
   *[other] ⏸️ Your standing challenge: { $variant }. { $count } games go on; it comes back when one of them has ended.
}
key-play = Play { $number }
key-lobby-withdraw = Withdraw { $number }
key-lobby-all = All { $count }
key-lobby-stop = Switch off: { $variant }
lobby-playing = ✅ Accepted: the game begins. You will be told where.
lobby-withdrawn = Withdrawn.
lobby-stopped = Switched off. Games that have begun go on.
lobby-no-server = The lobby exists on servers only.
lobby-not-yours = Only those who moderate games here can show the lobby to everyone. For you: `/{ cmd-lobby }` without `{ cmd-lobby-pin }`.
lobby-may-not-write = I may not write in this channel. Allow me to send messages here, or choose another channel.
lobby-pinned = The lobby appears here in a moment and stays up to date. Pin the message so that everyone finds it.
lobby-unpinned = The lobby message is taken down.
lobby-not-pinned = There is no lobby message on this server.

## Following

key-follow = Follow
key-follow-tell = Tell me of every move
key-follow-hush = No messages
key-unfollow = Unfollow
key-followed = Followed ({ $count })
key-own-games = My games
follow-quiet = You follow this game: you find it in `/{ cmd-games }`. Would you like a direct message at every move?
follow-told = You follow this game and get a direct message at every move.
follow-none = You no longer follow this game.
follow-headline = 👁️ **{ $variant }**: { $first } – { $second }
result-headline = **{ $variant }**: { $first } – { $second }
followed-title = { $count ->
    [0] You follow no game at present. On a board of others press **More**, then **Follow**.
    [one] You follow { $count } game:
   *[other] You follow { $count } games:
}
followed-line = 👁️ { $variant }: { $first } – { $second }
followed-line-told = 🔔 { $variant }: { $first } – { $second }
followed-look = Look at a game

## Servers

server-settings = **Games on this server**
    Games are begun in: { $channels }
    Forum with a post for every game: { $forum }
    Otherwise a thread for every game: { $threads }
    Results are announced in: { $results }
    May play: { $players }
    May end games and pin the lobby: { $moderators }
    Only the latest board is kept: { $latest }
    Usual pace: { $pace }
    Language for everyone: { $language }
server-everywhere = any channel
server-none = none
server-nowhere = nowhere
server-pace = Usual pace: { $pace }
server-everyone = everyone
server-managers = those who manage the server
server-language = Language: { $language }
key-server-places = Places
key-server-people = People
key-server-habits = Habits
key-server-back = Back
server-pick-channels = Channels for games (none: all)
server-pick-forum = Forum for games (none: no forum)
server-pick-results = Channel for results (none: nowhere)
server-pick-threads = Threads
server-threads-yes = A thread for every game
server-threads-no = Games in the channel itself
server-pick-players = Who may play (none: everyone)
server-pick-moderators = Roles that may moderate games
server-pick-pace = Usual pace
server-pick-language = Language for everyone
server-pick-latest = Boards
server-latest-no = All boards of a game stay
server-latest-yes = Only the latest board of a game stays
server-welcome = Hello! I am **Hexpost**: with me you play ZÈRTZ and TZAAR by correspondence, a few taps a day. `/{ cmd-challenge }` invites someone, `/{ cmd-lobby }` shows who is waiting for an opponent, `/{ cmd-help }` tells more. Those who manage this server choose places and habits with `/{ cmd-server }`.

## What is refused

refused-not-allowed = On this server games are begun by people with one of these roles: { $roles }. Ask a moderator for it.
refused-standing-opponent = A standing challenge is open to anyone. Leave the opponent out.
refused-standing-server = A standing challenge needs a server on which I am at home.
refused-standing-most = { $count ->
    [one] Choose { $count } game at once.
   *[other] Choose from 1 to { $count } games at once.
}
refused-too-many-standing = { $count ->
    [one] You may have { $count } standing challenge. Switch it off first, in `/{ cmd-lobby }`.
   *[other] You may have { $count } standing challenges. Switch one off first, in `/{ cmd-lobby }`.
}
refused-own-game = This is your own game: you hear of every move anyway.
refused-too-many-followers = { $count ->
    [one] { $count } person follows this game already; more are not possible.
   *[other] { $count } people follow this game already; more are not possible. You can still look at it with `/{ cmd-board }`.
}
refused-too-many-followed = { $count ->
    [one] You follow { $count } game already. Stop following it first, in `/{ cmd-games }`.
   *[other] You follow { $count } games already. Stop following one first, in `/{ cmd-games }`.
}
refused-too-fast = That was a little fast. Please try again { $when }.
refused-accept-there = On that server only some people may play. Please accept the challenge there: { $channel }
