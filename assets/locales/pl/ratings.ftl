# Ratings, profiles, the best players, and series between two.

cmd-challenge-rated = rankingowa
cmd-challenge-rated-about = Czy wynik ma się liczyć do rankingu obu graczy? Jeśli pominiesz: nie
cmd-profile = profil
cmd-profile-about = Rankingi i wyniki, Twoje albo innej osoby
cmd-profile-person = osoba
cmd-profile-person-about = Czyj profil; jeśli pominiesz, Twój
cmd-leaderboard = liderzy
cmd-leaderboard-about = Najlepsi gracze i Twoje miejsce wśród nich
cmd-leaderboard-game = gra
cmd-leaderboard-game-about = Która gra
cmd-leaderboard-scope = zakres
cmd-leaderboard-scope-about = Ten serwer albo wszyscy gracze
scope-server = ten serwer
scope-overall = wszyscy gracze

rating-kind-zertz = ZÈRTZ
rating-kind-tzaar = TZAAR

card-rated = ⭐ Partia rankingowa: wynik liczy się do rankingu obu graczy.

## The end of a game

rating-uncounted-short = -# Nie liczy się do rankingu: partia skończyła się, zanim każda ze stron wykonała trzy ruchy.
rating-uncounted-limit = -# Nie liczy się do rankingu: w ostatnich siedmiu dniach zaliczono już pięć Waszych partii.
rating-uncounted-frozen = -# Nie liczy się do rankingu: ta wersja bota nie potrafi odtworzyć partii.
rating-limit = -# W ostatnich siedmiu dniach zaliczono już pięć Waszych partii. Partia, która skończy się przed { $when }, nie będzie się liczyć do rankingu.
rating-change = { $player }: { $before } → **{ $after }** ({ $change })
score = { $own }:{ $other }
series-leads = ⚔️ Wasze partie { $game }: { $player } prowadzi { $score }
series-even = ⚔️ Wasze partie { $game }: po równo, { $score }
series-draws = { $count ->
    [one] { $count } remis
    [few] { $count } remisy
   *[other] { $count } remisów
}

## Profiles

profile-title = **Profil: { $player }**
profile-own-none = Nie masz jeszcze zakończonych partii. Zacznij od `/{ cmd-challenge }`; z opcją `{ cmd-challenge-rated }` partia liczy się do rankingu.
profile-none = { $player } nie ma jeszcze zakończonych partii. Zaproś do gry: `/{ cmd-challenge }`!
profile-rating = **{ $game }** — **{ $rating }** ± { $deviation } · { $count ->
    [one] { $count } partia rankingowa
    [few] { $count } partie rankingowe
   *[other] { $count } partii rankingowych
}
profile-unrated = **{ $game }** — nie ma jeszcze partii rankingowych
profile-first = Zaczynając: { $tally }
profile-second = Jako drugi gracz: { $tally }
tally = wygrane: { $won }, przegrane: { $lost }, remisy: { $drawn }
profile-form = Ostatnie partie, od najnowszej: { $form }
profile-chart-alt = { $game }, { $count ->
    [one] { $count } partia rankingowa
    [few] { $count } partie rankingowe
   *[other] { $count } partii rankingowych
}: od { $first } do { $last }, najniżej { $lowest }, najwyżej { $highest }.
form-won = W
form-lost = P
form-drawn = R
against-lead = Wasz bilans: prowadzisz { $score }
against-trail = Wasz bilans: przegrywasz { $score }
against-even = Wasz bilans: po równo, { $score }
rating-provisional = -# ? — ranking tymczasowy: za mało ostatnich partii rankingowych.

## The best players

leaders-title-server = **{ $game }: najlepsi na tym serwerze**
leaders-title-overall = **{ $game }: najlepsi ogółem**
leaders-none = Nikt nie ma tu jeszcze rankingu. Pojawi się po partii rozpoczętej przez `/{ cmd-challenge }` z opcją `{ cmd-challenge-rated }`.
leaders-line = { $place } { $player } — **{ $rating }** ± { $deviation } · { $count ->
    [one] { $count } partia
    [few] { $count } partie
   *[other] { $count } partii
}
leaders-own = Twoje miejsce: **{ $place }** z { $count }, ranking { $rating }
leaders-own-provisional = Twój ranking { $rating } jest tymczasowy. Po kilku kolejnych partiach rankingowych dostaniesz miejsce na liście.
leaders-own-none = Nie masz tu jeszcze zakończonej partii rankingowej.
leaders-page = -# Strona { $page } z { $pages }
leaders-column-rating = ranking
leaders-column-games = partie
key-here = Ten serwer
key-overall = Wszyscy gracze
key-own-place = Moje miejsce

## Privacy

privacy-ratings = Przechowywane są też Twoje rankingi. Znikną razem z Tobą: jeśli wrócisz, zaczniesz znów od 1500, jak ktoś nowy. W partiach rankingowych zostaną tylko liczby, bez Ciebie, bo wynikają z nich rankingi przeciwników.
refused-rated-clock = Partia rankingowa wymaga zegara: wybierz czas na ruch albo graj bez rankingu.
