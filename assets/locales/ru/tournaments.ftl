# Турниры.

## Команды

cmd-tournament = турнир
cmd-tournament-about = Турниры этого сервера
cmd-tournament-create = создать
cmd-tournament-create-about = Создать турнир или лигу
cmd-tournament-join = вступить
cmd-tournament-join-about = Записаться на турнир
cmd-tournament-leave = выйти
cmd-tournament-leave-about = Отказаться от участия до начала турнира
cmd-tournament-table = таблица
cmd-tournament-table-about = Таблица турнира; отсюда же им управляет организатор
cmd-tournament-games = партии
cmd-tournament-games-about = Партии турнира со ссылками
cmd-tournament-withdraw = сняться
cmd-tournament-withdraw-about = Сняться с идущего турнира
cmd-tournament-tournament = турнир
cmd-tournament-tournament-about = Какой турнир, если их несколько

## Формы проведения

tournament-format-round-robin = Круговой в два круга
tournament-format-swiss = Швейцарская система, по две партии
tournament-format-knockout = На вылет
tournament-format-league = Лига
tournament-about-round-robin = Каждый с каждым, по разу первым и вторым ходом. До 16 игроков.
tournament-about-swiss = Несколько туров; соперник — тот, у кого столько же очков. Для многих игроков.
tournament-about-knockout = Матчи из двух партий; проигравший матч выбывает.
tournament-about-league = Дивизионы по 6–8 игроков, сезон за сезоном, с повышением и понижением.

## Создание турнира

tournament-new = 🏆 **Новый турнир** · { $page }/2
tournament-new-how = Выберите условия. **Создать…** спросит название и опубликует турнир в этом канале.
tournament-pick-format = Форма проведения
tournament-pick-game = Игра
tournament-pick-pace = Время на ход
tournament-pick-start = Когда начнётся
tournament-pick-role = Кому можно участвовать (по умолчанию всем)
tournament-pick-games = Партий одновременно
tournament-pick-days = Время на тур
tournament-pick-vacation = Отпуск
tournament-start-full = Начнётся, как только наберутся игроки
tournament-start-manually = Вы начнёте его сами
tournament-start-at = Начнётся в час, заданный в «Числах»
tournament-games-at-once = { $count ->
    [0] Все партии тура сразу
    [one] Не больше { $count } партии у игрока одновременно
    [few] Не больше { $count } партий у игрока одновременно
   *[other] Не больше { $count } партий у игрока одновременно
}
tournament-days-each = { $count ->
    [0] Туры без срока
    [one] { $count } день на тур
    [few] { $count } дня на тур
   *[other] { $count } дней на тур
}
tournament-vacation-days = { $count ->
    [0] Без отпусков
    [one] Отпуск не дольше { $count } дня
    [few] Отпуск не дольше { $count } дней
   *[other] Отпуск не дольше { $count } дней
}
key-tournament-numbers = Числа…
key-tournament-more = Дальше
key-tournament-back = Назад
key-tournament-make = Создать…
tournament-numbers-title = Числа
tournament-numbers-size = Сколько игроков, самое большее
tournament-numbers-ratings = Рейтинг от – до (пусто: любой)
tournament-numbers-ratings-example = 1400 – 1800
tournament-numbers-start = Начало (пусто: не по часам)
tournament-numbers-start-example = 2027-01-31 18:00
tournament-numbers-days = Дней на тур (швейцарская система)
tournament-numbers-vacation = Дней отпуска, самое большее
tournament-name-title = Название
tournament-name-label = Как он называется?
tournament-made = Турнир опубликован в этом канале. Ваши кнопки — под **Управление**.
tournament-problem = ⚠️ Не вышло: { $why }
tournament-start-missing = Турнир начнётся по часам, но когда? Задайте время в **Числах** или выберите другое начало.
tournament-no-number = `{ $text }` — не число от { $from } до { $to }.
tournament-no-ratings = Не могу прочесть рейтинги: `{ $text }`. Напишите два числа, например `1400 – 1800`, или одно с тире: `1400 –`.
tournament-no-start = Не могу прочесть время: `{ $text }`. Напишите так: `2027-01-31 18:00`, по вашему времени ({ $zone }).
tournament-start-past = Это время уже прошло: { $when }. Выберите будущее.
tournament-no-name = Турниру нужно название.
tournament-no-server = Турниры бывают только на серверах, где я участник.

## Карточка

tournament-title = 🏆 **{ $name }**
tournament-what = { $variant } · { $format } · { $pace } · { $rated }
tournament-rated = на рейтинг
tournament-unrated = без рейтинга
tournament-entrants = { $count ->
    [0] **Игроки:** пока никого; мест: { $most }
   *[other] **Игроки:** { $count } из { $most }: { $list }
}
tournament-and-others = { $count ->
    [one] и ещё { $count }
   *[other] и ещё { $count }
}
tournament-starts-full = { $count ->
    [one] Начнётся, как только запишется ещё { $count } игрок.
    [few] Начнётся, как только запишутся ещё { $count } игрока.
   *[other] Начнётся, как только запишутся ещё { $count } игроков.
}
tournament-starts-at = Начнётся { $when }.
tournament-starts-manually = Начинает { $player }.
tournament-only-roles = Только для { $roles }.
tournament-ratings-between = Только с рейтингом от { $from } до { $to }.
tournament-ratings-above = Только с рейтингом от { $from }.
tournament-ratings-below = Только с рейтингом до { $to }.
tournament-commitment = -# Посев и жребий можно проверить: хеш их секрета — `{ $hash }`.
tournament-organised = -# Организатор: { $player }.
tournament-round-of = Тур { $number } из { $all }
tournament-season = Сезон { $number }
tournament-season-division = Сезон { $number } · дивизион { $at }
tournament-all-rounds = все туры
tournament-until = До { $when }.
tournament-playing = **Идут партии:**
tournament-playing-none = Сейчас партий нет.
tournament-game = { $first } – { $second } → { $place }
tournament-game-soon = { $first } – { $second }: скоро начнётся
tournament-more-games = { $count ->
    [one] … и ещё { $count } партия: `/{ cmd-tournament } { cmd-tournament-games }`
    [few] … и ещё { $count } партии: `/{ cmd-tournament } { cmd-tournament-games }`
   *[other] … и ещё { $count } партий: `/{ cmd-tournament } { cmd-tournament-games }`
}
tournament-over = **Турнир окончен.**
tournament-winner = 🥇 Победитель — { $player }!
tournament-winners = 🥇 Первое место делят { $players }
tournament-cancelled = Турнир отменён.
tournament-withdrawn-list = Снялись: { $players }
tournament-annulled-list = Снялись, результаты не считаются: { $players }
key-tournament-join = Участвовать
key-tournament-leave = Отказаться
key-tournament-table = Таблица
key-tournament-games = Партии
key-tournament-withdraw = Сняться
key-tournament-organise = Управление
key-tournament-division = Дивизион { $number }
key-tournament-draw = Жеребьёвка
table-points = Очки
table-tie-break = ЗБ
table-bye = своб.
table-alt = Турнирная таблица. { $table }
round-final = Финал
round-semifinal = Полуфиналы
round-quarterfinal = Четвертьфиналы
round-last = Осталось { $players }

## Участие

tournament-joined = Вы участвуете: **{ $name }**! В начале тура я один раз позову вас и дам ссылки на ваши партии.
tournament-left = Вы больше не участвуете: **{ $name }**.
tournament-withdraw-sure = Сняться с турнира **{ $name }**? Неоконченные партии будут проиграны. Если в круговом турнире или лиге вы сыграли меньше половины партий, все ваши результаты аннулируются.
tournament-you-withdrew = Вы снялись с турнира **{ $name }**.
tournament-none-open = На этом сервере сейчас нет турнира, на который можно записаться. Новый: `/{ cmd-tournament } { cmd-tournament-create }`.
tournament-none-joined = Здесь нет турнира, от участия в котором вы могли бы отказаться.
tournament-none-running = Вы не участвуете ни в одном идущем турнире этого сервера.
tournament-none = На этом сервере ещё не было турниров. Первый: `/{ cmd-tournament } { cmd-tournament-create }`.
tournament-which = Какой турнир?
tournament-games-title = **{ $name }**: партии
tournament-games-none = Партий ещё нет.
tournament-games-line = `{ $number }` { $first } { $score } { $second } { $place }
tournament-page = Страница { $page } из { $pages }

tournament-draw-title = **{ $name }**: посев и жребий
tournament-draw-how = При создании турнира был выбран секрет, и его хеш стоял на карточке. Вместе с номерами всех записей и начала он даёт этот жребий: `{ $hash }`. Первым идёт тот, чей жребий меньше.

## Объявления

tournament-round-began = { $player } **{ $name }**, { $round }: ваши партии начались.
tournament-round-bye = { $player } **{ $name }**, { $round }: в этом туре вы свободны и получаете очко.
tournament-your-game = соперник { $opponent } → { $place }
tournament-your-game-soon = соперник { $opponent }: откроется через несколько минут, ссылка появится в `/{ cmd-tournament } { cmd-tournament-games }`
tournament-your-game-later = соперник { $opponent }: начнётся, когда закончится одна из ваших партий
tournament-your-deadline = Тур закончится { $when }.
tournament-overdue = { $player } **{ $name }**, { $round }: время вышло, а партии ещё не окончены. У вас есть день, чтобы решить их; потом проиграет тот, чей ход.
tournament-results = **{ $name }**, результаты, { $round }:
tournament-result = { $first } { $score } { $second }
tournament-ended = 🏆 **{ $name }**: турнир окончен. { $winner }
tournament-thread = 🏆 { $name } · турнир

## Экран организатора

tournament-not-yours = Это могут только организатор и те, кто управляет сервером.
tournament-organise = ⚙️ **{ $name }** · управление
tournament-organise-open = { $count ->
    [0] Пока никто не записался.
    [one] Записался { $count } игрок.
    [few] Записались { $count } игрока.
   *[other] Записались { $count } игроков.
}
tournament-blocked-pairs = ⚠️ Эти игроки заблокировали друг друга, но должны будут встретиться: { $pairs }. Начать всё равно можно.
tournament-blocked-pair = { $first } и { $second }
key-tournament-start = Начать
key-tournament-adjudicate = Решить партию
key-tournament-players = Игроки
key-tournament-extend = Продлить тур
key-tournament-cancel = Отменить турнир
key-tournament-hand-over = Передать
key-tournament-export = Экспорт
key-tournament-cancel-surely = Да, отменить
tournament-started = Турнир начался. Первые партии сейчас появятся.
tournament-start-sure = Начать **{ $name }**? Потом записаться будет нельзя.
tournament-cancel-sure = Отменить **{ $name }**? Начатые партии продолжатся как обычные, победителя не будет.
tournament-cancel-done = Турнир **{ $name }** отменён.
tournament-which-game = Какая партия?
tournament-decide = Как засчитать партию { $first } – { $second }?
tournament-decide-first = Победа: { $player }
tournament-decide-draw = Ничья
tournament-decide-neither = Поражение обоих
tournament-decided = Результат засчитан: { $first } { $score } { $second }.
tournament-no-open-games = Решать нечего: открытых партий нет.
tournament-players-how = Выберите игрока, чтобы снять или заменить его.
tournament-which-player = Какой игрок?
tournament-player = { $player }: снять с турнира или выбрать, кто займёт это место?
tournament-pick-replacement = Кто займёт место?
key-tournament-withdraw-player = Снять
tournament-player-withdrawn = Снят с турнира: { $player }.
tournament-player-replaced = { $other } занимает место, где играл(а) { $player }.
tournament-extend-how = На сколько продлить тур?
tournament-extend-by = { $count ->
    [one] Ещё { $count } день
    [few] Ещё { $count } дня
   *[other] Ещё { $count } дней
}
tournament-extended = Теперь тур закончится { $when }.
tournament-pick-organiser = Кто будет организатором?
tournament-handed-over = Теперь организатор турнира **{ $name }** — { $player }.
tournament-exported = **{ $name }**: места и партии в CSV, всё вместе в JSON и отчёт для программ жеребьёвки (TRF).
tournament-exported-no-report = **{ $name }**: места и партии в CSV, всё вместе в JSON.
tournament-seat-choice = { $player }, ваш матч в турнире **{ $name }** закончился вничью. Выберите очередь хода в решающей партии:
tournament-seat-first = Я хожу первым
tournament-seat-second = Я хожу вторым
tournament-seat-chosen = Выбор принят, решающая партия начинается.

## Серверы и профили

server-settings-tournaments = Кто может создавать турниры: { $players }
server-pick-tournaments = Кто может создавать турниры (по умолчанию все)
key-server-tournaments = Турниры
server-pick-champion = Роль победителям турниров (по умолчанию нет)
server-settings-champion = Роль победителям турниров: { $role }
profile-titles = 🏆 Выигранные турниры: { $titles }
profile-title-once = «{ $name }» ({ $when })
profile-title-season = «{ $name }», сезон { $number }, дивизион { $at } ({ $when })
