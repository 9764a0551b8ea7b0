# Ratings, profiles, the best players, and series between two.

cmd-challenge-rated = рейтинговая
cmd-challenge-rated-about = Учитывать ли результат в рейтинге обоих игроков? Если не указать — нет
cmd-profile = профиль
cmd-profile-about = Рейтинги и результаты: ваши или чужие
cmd-profile-person = игрок
cmd-profile-person-about = Чей профиль; если не указать — ваш
cmd-leaderboard = лидеры
cmd-leaderboard-about = Лучшие игроки и ваше место среди них
cmd-leaderboard-game = игра
cmd-leaderboard-game-about = Какая игра
cmd-leaderboard-scope = где
cmd-leaderboard-scope-about = На этом сервере или среди всех игроков
scope-server = на этом сервере
scope-overall = среди всех игроков

rating-kind-zertz = ZÈRTZ
rating-kind-tzaar = TZAAR

card-rated = ⭐ Рейтинговая партия: результат изменит рейтинг обоих игроков.

## The end of a game

rating-uncounted-short = -# В рейтинг не идёт: партия закончилась раньше, чем оба игрока сделали по три хода.
rating-uncounted-limit = -# В рейтинг не идёт: за последние семь дней уже засчитано пять ваших партий друг с другом.
rating-uncounted-frozen = -# В рейтинг не идёт: эта версия бота не может воспроизвести партию.
rating-limit = -# За последние семь дней уже засчитано пять ваших партий друг с другом. Партия, которая закончится раньше { $when }, в рейтинг не пойдёт.
rating-change = { $player }: { $before } → **{ $after }** ({ $change })
score = { $own }:{ $other }
series-leads = ⚔️ Личный счёт в { $game }: { $player } ведёт { $score }
series-even = ⚔️ Личный счёт в { $game }: поровну, { $score }
series-draws = { $count ->
    [one] { $count } ничья
    [few] { $count } ничьи
   *[other] { $count } ничьих
}

## Profiles

profile-title = **Профиль: { $player }**
profile-own-none = У вас пока нет законченных партий. Начните с команды `/{ cmd-challenge }`; чтобы результат пошёл в рейтинг, укажите параметр `{ cmd-challenge-rated }`.
profile-none = У игрока { $player } пока нет законченных партий. Пригласите сыграть: `/{ cmd-challenge }`!
profile-rating = **{ $game }** — **{ $rating }** ± { $deviation } · { $count ->
    [one] { $count } рейтинговая партия
    [few] { $count } рейтинговые партии
   *[other] { $count } рейтинговых партий
}
profile-unrated = **{ $game }** — рейтинговых партий пока нет
profile-first = С первым ходом: { $tally }
profile-second = Со вторым ходом: { $tally }
tally = побед { $won }, поражений { $lost }, ничьих { $drawn }
profile-form = Последние партии (новые слева): { $form }
profile-chart-alt = { $game }, { $count ->
    [one] { $count } рейтинговая партия
    [few] { $count } рейтинговые партии
   *[other] { $count } рейтинговых партий
}: от { $first } до { $last }, минимум { $lowest }, максимум { $highest }.
form-won = +
form-lost = −
form-drawn = =
against-lead = Личный счёт: вы ведёте { $score }
against-trail = Личный счёт: вы уступаете { $score }
against-even = Личный счёт: поровну, { $score }
rating-provisional = -# ? — предварительный рейтинг: недавних рейтинговых партий пока мало.

## The best players

leaders-title-server = **{ $game }: лучшие на этом сервере**
leaders-title-overall = **{ $game }: лучшие среди всех**
leaders-none = Здесь пока ни у кого нет рейтинга. Он появится после партии, начатой командой `/{ cmd-challenge }` с параметром `{ cmd-challenge-rated }`.
leaders-line = { $place } { $player } — **{ $rating }** ± { $deviation } · { $count ->
    [one] { $count } партия
    [few] { $count } партии
   *[other] { $count } партий
}
leaders-own = Ваше место: **{ $place }** из { $count }, рейтинг { $rating }
leaders-own-provisional = Ваш рейтинг { $rating } пока предварительный. Ещё несколько рейтинговых партий — и у вас будет место в таблице.
leaders-own-none = У вас здесь пока нет законченных рейтинговых партий.
leaders-page = -# Страница { $page } из { $pages }
leaders-column-rating = рейтинг
leaders-column-games = партии
key-here = Этот сервер
key-overall = Все игроки
key-own-place = Моё место

## Privacy

privacy-ratings = Хранятся и ваши рейтинги. Они удаляются вместе с вами: если вернётесь, начнёте снова с 1500, как новичок. В рейтинговых партиях останутся только числа, без вас: из них складываются рейтинги соперников.
refused-rated-clock = Рейтинговой партии нужны часы: выберите время на ход или играйте без рейтинга.
