# Ratings, profiles, the best players, and series between two.

cmd-challenge-rated = rated
cmd-challenge-rated-about = Should the result count for both players' ratings? Not if you leave it out
cmd-profile = profile
cmd-profile-about = Ratings and results, your own or someone's
cmd-profile-person = person
cmd-profile-person-about = Whose profile; your own if you leave it out
cmd-leaderboard = leaderboard
cmd-leaderboard-about = The best players of a game, and your own place
cmd-leaderboard-game = game
cmd-leaderboard-game-about = Which game
cmd-leaderboard-scope = scope
cmd-leaderboard-scope-about = This server, or everyone
scope-server = this server
scope-overall = everyone

rating-kind-zertz = ZÈRTZ
rating-kind-tzaar = TZAAR

card-rated = ⭐ Rated: the result counts for both players' ratings.

## The end of a game

rating-uncounted-short = -# Not counted for ratings: the game ended before both players had made three moves.
rating-uncounted-limit = -# Not counted for ratings: five games between you two have counted in the last seven days.
rating-uncounted-frozen = -# Not counted for ratings: this version of the program can't replay the game.
rating-limit = -# Five games between you two have counted for ratings in the last seven days. A game that ends before { $when } will not count.
rating-change = { $player }: { $before } → **{ $after }** ({ $change })
series-leads = ⚔️ Series: { $player } leads { $score }
series-even = ⚔️ Series: even at { $score }
series-draws = { $count ->
    [one] { $count } draw
   *[other] { $count } draws
}

## Profiles

profile-title = **Profile of { $player }**
profile-own-none = You have not finished a game yet. `/{ cmd-challenge }` starts one; with `{ cmd-challenge-rated }`, it counts for your rating.
profile-none = { $player } has not finished a game yet. Invite them with `/{ cmd-challenge }`!
profile-rating = **{ $game }** — **{ $rating }** ± { $deviation } · { $count ->
    [one] { $count } rated game
   *[other] { $count } rated games
}
profile-unrated = **{ $game }** — no rated games yet
profile-first = Moving first: { $tally }
profile-second = Moving second: { $tally }
tally = { $won } won, { $lost } lost, { $drawn } drawn
profile-form = Last games, the latest first: { $form }
form-won = W
form-lost = L
form-drawn = D
against-lead = Against you: you lead { $score }
against-trail = Against you: you are behind { $score }
against-even = Against you: even at { $score }
rating-provisional = -# ? — provisional: there are too few recent rated games to be sure.

## The best players

leaders-title-server = **{ $game }: the best of this server**
leaders-title-overall = **{ $game }: the best of all**
leaders-none = Nobody has a rating here yet. `/{ cmd-challenge }` with `{ cmd-challenge-rated }` is the way to one.
leaders-line = { $place } { $player } — **{ $rating }** ± { $deviation } · { $count ->
    [one] { $count } game
   *[other] { $count } games
}
leaders-own = Your place: **{ $place }** of { $count }, with { $rating }
leaders-own-provisional = Your rating, { $rating }, is provisional. A few more rated games, and you have a place.
leaders-own-none = You have not finished a rated game here yet.
leaders-page = -# Page { $page } of { $pages }
key-here = This server
key-overall = Everyone
key-own-place = My place

## Privacy

privacy-ratings = Your ratings are kept, too. They are deleted with you: if you come back, you begin at 1500 again, like someone new. In rated games only the numbers stay, without you, because your opponents' ratings follow from them.
refused-rated-clock = A rated game needs a clock: choose a pace with `{ cmd-challenge-pace }`, or play without rating.
