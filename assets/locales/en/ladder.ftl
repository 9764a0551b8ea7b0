# The ladder of a server: challenge those above you and take their places.

cmd-ladder = ladder
cmd-ladder-about = This server's ladder: beat players above you and take their places
cmd-ladder-action = action
cmd-ladder-action-about = What to do; without it, you see the table
cmd-ladder-opponent = opponent
cmd-ladder-opponent-about = Whom you challenge: anyone up to 10 places above you
ladders-action-join = Join
ladders-action-leave = Leave
ladders-action-challenge = Challenge someone
ladders-action-table = Table

key-ladder-join = Join
key-ladder-leave = Leave the ladder
key-ladder-challenge = Challenge someone
key-ladder-own = My place
key-ladder-begin = Begin the game

ladders-title = 🪜 **Ladder** · { $terms }
ladders-heading = Ladder: { $variant }
ladders-count = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
ladders-dot = ● is playing
ladders-rated = rated
ladders-unrated = unrated
ladders-none = Nobody is on it yet. **Join**, and the top is yours!
ladders-game = ⚔️ { $challenger } → { $opponent }: { $place }
ladders-more = { $count ->
    [one] … and { $count } more game
   *[other] … and { $count } more games
}
ladders-how = { $count ->
    [one] -# Challenge the player above you: the game begins at once, and if you win, you take their place. If your time runs out, you drop off.
   *[other] -# Challenge anyone up to { $count } places above you: the game begins at once, and if you win, you take their place. If your time runs out, you drop off.
}
ladders-own = You're number **{ $place }**.
ladders-own-none = You're not on the ladder yet.
ladders-joined = ✅ You're on the ladder, number **{ $place }**. Good luck on the way up!
ladders-left = You've left the ladder. You can join again at the bottom whenever you like.
ladders-leave-ask = Leave the ladder? You lose your place, and your open games are played on but no longer count there. If you come back, you start at the bottom.
ladders-opponents = Whom do you challenge? The game begins at once.
ladders-nobody = There's nobody you can challenge right now. Either nobody is above you, or you're playing them already, have played them in the last seven days, or they have three challenges to answer.
ladders-pick = Choose a player
ladders-ask = Challenge { $opponent }, number { $place }? The game begins at once: { $terms }. Who moves first is drawn.
ladders-begun = ✅ Your game against { $opponent } begins. I'll tell you where.
ladders-begun-place = ✅ Your game against { $opponent } begins → { $place }
ladders-no-server = Ladders are only available on servers.
ladders-no-bot = I have to be a member here to run a ladder: someone who manages the server can add me.
ladders-took = 🪜 { $player } is now number { $place } on the ladder.
ladders-dropped = 🪜 { $player } drops off the ladder, and can join again at the bottom.
notice-ladder = 🪜 { $challenger } challenges { $opponent } on the ladder.

key-server-ladder = Ladder
server-ladder-none = 🪜 **Ladder:** none. Choose the channel where its games are played and its table is shown, and it opens.
server-ladder = 🪜 **Ladder:** in { $channel } · { $terms }. A new game or pace counts from the next challenge on. To close it, clear the channel: everyone keeps their place.
server-pick-ladder = Channel of the ladder
server-pick-ladder-rated = Rated or not

refused-no-ladder = There's no ladder here. Someone who manages the server can open one in `/{ cmd-server }`.
refused-on-ladder = You're on the ladder already.
refused-not-on-ladder = You're not on the ladder. Join it first.
refused-ladder-full = { $count ->
    [one] The ladder is full: it has room for { $count } player.
   *[other] The ladder is full: it has room for { $count } players.
}
refused-opponent-not-on-ladder = That player isn't on the ladder, or not any more.
refused-ladder-not-above = You can only challenge players above you on the ladder.
refused-ladder-too-far = { $count ->
    [one] That player is too far up: you can challenge the one above you.
   *[other] That player is too far up: you can challenge anyone up to { $count } places above you.
}
refused-ladder-playing = You two are already playing a game on the ladder.
refused-ladder-incoming = { $count ->
    [one] That player has { $count } challenge to answer already. Please wait until that game is over, or choose someone else.
   *[other] That player has { $count } challenges to answer already. Please wait until one of those games is over, or choose someone else.
}
refused-ladder-too-soon = You two have only just played. You can challenge that player again { $when }.
