# Open play, servers and those who watch.

## Commands

cmd-lobby = лобби
cmd-lobby-about = Открытые вызовы на этом сервере
cmd-lobby-pin = закрепить
cmd-lobby-pin-about = Для модераторов: показывать список здесь для всех или больше не показывать
cmd-challenge-standing = постоянный
cmd-challenge-standing-about = Держать открытым: как только вызов примут, сам появится следующий
cmd-challenge-max-games = партий-сразу
cmd-challenge-max-games-about = Для постоянного вызова: сколько партий может идти одновременно

## Standing challenges

card-standing = 🔁 Постоянный вызов: как только его примут, появится следующий.
challenge-made-standing = { $count ->
    [1] Постоянный вызов отправлен. Когда партия по нему закончится, он откроется снова. Выключить его можно в `/{ cmd-lobby }`.
    [one] Постоянный вызов отправлен. Как только его примут, появится следующий; одновременно — не больше { $count } партии. Выключить его можно в `/{ cmd-lobby }`.
   *[other] Постоянный вызов отправлен. Как только его примут, появится следующий; одновременно — не больше { $count } партий. Выключить его можно в `/{ cmd-lobby }`.
}

## Lobby

lobby-title = { $count ->
    [0] **Открытые вызовы**
   *[other] **Открытые вызовы: { $count }**
}
lobby-none = Сейчас никто не ждёт соперника. Бросить открытый вызов: `/{ cmd-challenge }` без соперника.
lobby-how = -# Добавить свой вызов: `/{ cmd-challenge }` без соперника.
lobby-line = `{ $number }` **{ $variant }** · { $challenger } · { $conditions }
lobby-line-standing = `{ $number }` **{ $variant }** 🔁 · { $challenger } · { $conditions }
lobby-standing = { $count ->
    [one] 🔁 Ваш постоянный вызов: { $variant }, не больше { $count } партии одновременно
   *[other] 🔁 Ваш постоянный вызов: { $variant }, не больше { $count } партий одновременно
}
lobby-standing-full = { $count ->
    [one] ⏸️ Ваш постоянный вызов: { $variant }. Идёт { $count } партия; он вернётся, когда она закончится.
    [few] ⏸️ Ваш постоянный вызов: { $variant }. Идут { $count } партии; он вернётся, когда какая-нибудь закончится.
   *[other] ⏸️ Ваш постоянный вызов: { $variant }. Идёт { $count } партий; он вернётся, когда какая-нибудь закончится.
}
key-play = Играть { $number }
key-lobby-withdraw = Отозвать { $number }
key-lobby-all = Все: { $count }
key-lobby-stop = Выключить: { $variant }
lobby-playing = ✅ Вызов принят: партия начинается. Я сообщу, где она идёт.
lobby-playing-place = ✅ Вызов принят: партия начинается → { $place }
lobby-withdrawn = Вызов отозван.
lobby-stopped = Выключено. Начатые партии продолжаются.
lobby-no-server = Лобби есть только на серверах.
lobby-not-yours = Показывать лобби всем могут только модераторы партий. Только для себя: `/{ cmd-lobby }` без параметра `{ cmd-lobby-pin }`.
lobby-may-not-write = Мне нельзя писать в этом канале. Разрешите мне отправлять сюда сообщения или выберите другой канал.
lobby-pinned = Лобби сейчас появится здесь и будет обновляться само. Закрепите сообщение, чтобы его все нашли.
lobby-unpinned = Сообщение с лобби убрано.
lobby-not-pinned = На этом сервере нет сообщения с лобби.

## Following

key-follow = Следить
key-follow-tell = Сообщать о каждом ходе
key-follow-hush = Без сообщений
key-unfollow = Не следить
key-followed = Слежу ({ $count })
key-own-games = Мои партии
follow-quiet = Вы следите за этой партией: она есть в `/{ cmd-games }`. Присылать вам личное сообщение о каждом ходе?
follow-told = Вы следите за этой партией: о каждом ходе придёт личное сообщение.
follow-none = Вы больше не следите за этой партией.
follow-headline = 👁️ `#{ $number }` **{ $variant }**: { $first } – { $second }
result-headline = `#{ $number }` **{ $variant }**: { $first } – { $second }
followed-title = { $count ->
    [0] Сейчас вы не следите ни за одной партией. Под чужой доской нажмите **{ $more }**, затем **Следить**.
    [one] Вы следите за { $count } партией:
   *[other] Вы следите за { $count } партиями:
}
followed-line = 👁️ `#{ $number }` { $variant }: { $first } – { $second }
followed-line-told = 🔔 `#{ $number }` { $variant }: { $first } – { $second }
followed-look = Посмотреть партию

## Servers

server-settings = **Игры на этом сервере**
    Каналы для партий: { $channels }
    Форум, где у каждой партии своя публикация: { $forum }
    Иначе — ветка для каждой партии: { $threads }
    Канал для результатов: { $results }
    Могут играть: { $players }
    Могут завершать партии и закреплять лобби: { $moderators }
    Остаётся только последняя доска: { $latest }
    Обычный темп: { $pace }
    Язык для всех: { $language }
server-settings-theme = Доски для всех: { $theme }
server-everywhere = любые
server-none = нет
server-nowhere = нет
server-pace = Обычный темп: { $pace }
server-everyone = все
server-managers = те, кто управляет сервером
server-language = Язык: { $language }
server-theme = Доски: { $theme }
server-theme-dark = тёмные
server-theme-classic = тёплое дерево
server-theme-contrast = контрастные
key-server-places = Каналы
key-server-people = Роли
key-server-habits = Прочее
key-server-back = Назад
server-pick-channels = Каналы для партий (пусто — любые)
server-pick-forum = Форум (пусто — без форума)
server-pick-results = Канал результатов (пусто — нет)
server-pick-threads = Ветки
server-threads-yes = Отдельная ветка для каждой партии
server-threads-no = Партии прямо в канале
server-pick-players = Кому можно играть (пусто — всем)
server-pick-moderators = Модераторы партий (пусто — админы)
server-pick-pace = Обычный темп
server-pick-language = Язык для всех
server-pick-theme = Цвета досок для всех
server-pick-latest = Доски
server-latest-no = Остаются все доски партии
server-latest-yes = Остаётся только последняя доска партии
server-welcome = Здравствуйте! Я **Hexpost**. Играйте друг с другом в **ZÈRTZ** и **TZAAR** прямо здесь: две настольные игры, где решает только расчёт, — пара нажатий в день и уведомление, когда ваш ход. Ещё не играли? **Как играть** — и через минуту вы сделаете первый ход.
    -# { $challenge } — бросить вызов · { $play } — сыграть с компьютером · { $lobby } — открытые партии · { $help } — подробнее · для управляющих сервером: { $server }

## What is refused

refused-may-not-post = Вам нельзя писать в этом канале.
refused-hidden-from-some = Эту партию здесь могут видеть не все, поэтому показать её в этом канале нельзя.
refused-not-allowed = Чтобы играть на этом сервере, нужна одна из ролей: { $roles }. Попросите её у модератора.
refused-standing-opponent = Постоянный вызов открыт для всех. Не указывайте соперника.
refused-standing-server = Для постоянного вызова нужен сервер, на который меня добавили.
refused-standing-most = { $count ->
    [one] Одновременно может идти не больше { $count } партии.
   *[other] Выберите, сколько партий может идти одновременно: от 1 до { $count }.
}
refused-too-many-standing = { $count ->
    [one] Можно держать { $count } постоянный вызов. Сначала выключите его в `/{ cmd-lobby }`.
    [few] Можно держать { $count } постоянных вызова. Сначала выключите какой-нибудь в `/{ cmd-lobby }`.
   *[other] Можно держать { $count } постоянных вызовов. Сначала выключите какой-нибудь в `/{ cmd-lobby }`.
}
refused-own-game = Это ваша собственная партия: о каждом ходе вы и так узнаёте.
refused-too-many-followers = { $count ->
    [one] За этой партией уже следит { $count } человек, больше нельзя. Посмотреть её можно командой `/{ cmd-board }`.
    [few] За этой партией уже следят { $count } человека, больше нельзя. Посмотреть её можно командой `/{ cmd-board }`.
   *[other] За этой партией уже следят { $count } человек, больше нельзя. Посмотреть её можно командой `/{ cmd-board }`.
}
refused-too-many-followed = { $count ->
    [one] Вы уже следите за { $count } партией, больше нельзя. Сначала перестаньте следить за какой-нибудь в `/{ cmd-games }`.
   *[other] Вы уже следите за { $count } партиями, больше нельзя. Сначала перестаньте следить за какой-нибудь в `/{ cmd-games }`.
}
refused-too-fast = Слишком быстро. Попробуйте, пожалуйста, ещё раз { $when }.
refused-accept-there = На том сервере играть могут не все. Примите вызов там: { $channel }
