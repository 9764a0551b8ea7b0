# Ratings, profiles, the best players, and series between two.

cmd-challenge-rated = rated
cmd-challenge-rated-about = Should the result count towards both players' ratings? (default: no)
cmd-profile = profile
cmd-profile-about = Ratings and results, yours or someone else's
cmd-profile-person = person
cmd-profile-person-about = Whose profile; yours if you leave it out
cmd-leaderboard = leaderboard
cmd-leaderboard-about = The top players of a game, and your own rank
cmd-leaderboard-game = game
cmd-leaderboard-game-about = Which game
cmd-leaderboard-scope = scope
cmd-leaderboard-scope-about = This server, or everyone
scope-server = this server
scope-overall = everyone

rating-kind-zertz = ZÈRTZ
rating-kind-tzaar = TZAAR

card-rated = ⭐ Rated: the result counts towards both players' ratings.

## The end of a game

rating-uncounted-short = -# Not counted for ratings: the game ended before both players had made three moves.
rating-uncounted-limit = -# Not counted for ratings: five games between you two have counted in the last seven days.
rating-uncounted-frozen = -# Not counted for ratings: this version of the bot can't replay the game.
rating-limit = -# Five games between you two have counted for ratings in the last seven days. A game that ends before { $when } won't count.
rating-change = { $player }: { $before } → **{ $after }** ({ $change })
score = { $own }–{ $other }
series-leads = ⚔️ Your { $game } games so far: { $player } leads { $score }
series-even = ⚔️ Your { $game } games so far: level at { $score }
series-draws = { $count ->
    [one] { $count } draw
   *[other] { $count } draws
}

## Profiles

profile-title = **Profile of { $player }**
profile-own-none = You haven't finished a game yet. `/{ cmd-challenge }` starts one; with `{ cmd-challenge-rated }`, it counts towards your rating.
profile-none = { $player } hasn't finished a game yet. Invite them with `/{ cmd-challenge }`!
profile-rating = **{ $game }** — **{ $rating }** ± { $deviation } · { $count ->
    [one] { $count } rated game
   *[other] { $count } rated games
}
profile-unrated = **{ $game }** — no rated games yet
profile-first = Moving first: { $tally }
profile-second = Moving second: { $tally }
tally = { $won } won, { $lost } lost, { $drawn } drawn
profile-form = Recent games, newest first: { $form }
profile-chart-alt = { $game }, { $count ->
    [one] { $count } rated game
   *[other] { $count } rated games
}: from { $first } to { $last }, lowest { $lowest }, highest { $highest }.
form-won = W
form-lost = L
form-drawn = D
against-lead = Head to head: you lead { $score }
against-trail = Head to head: you trail { $score }
against-even = Head to head: level at { $score }
rating-provisional = -# ? — provisional: too few recent rated games.

## The best players

leaders-title-server = **{ $game }: top players on this server**
leaders-title-overall = **{ $game }: top players overall**
leaders-none = Nobody has a rating here yet. Play a rated game to get one: `/{ cmd-challenge }` with `{ cmd-challenge-rated }`.
leaders-line = { $place } { $player } — **{ $rating }** ± { $deviation } · { $count ->
    [one] { $count } game
   *[other] { $count } games
}
leaders-own = Your rank: **{ $place }** of { $count }, rated { $rating }
leaders-own-provisional = Your rating, { $rating }, is provisional. A few more rated games and you'll be ranked.
leaders-own-none = You haven't finished a rated game here yet.
leaders-page = -# Page { $page } of { $pages }
leaders-column-rating = rating
leaders-column-games = games
key-here = This server
key-overall = Everyone
key-own-place = My rank

## Privacy

privacy-ratings = Your ratings are stored too. They are deleted with you: if you come back, you start at 1500 again, like any new player. In rated games only the numbers stay, without your ID, because your opponents' ratings depend on them.
refused-rated-clock = A rated game needs a clock: choose the time per move, or play an unrated game.
