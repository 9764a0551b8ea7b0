# Задачи: позиции с форсированным выигрышем.

cmd-puzzle = задача
cmd-puzzle-about = Решить задачу: найти выигрыш в несколько ходов
cmd-puzzle-show = показать
cmd-puzzle-show-about = Что показать; без этого — задача по вашим силам
cmd-puzzle-game = игра
cmd-puzzle-game-about = Игра; без этого — та, в которую вы играете чаще
puzzle-show-next = Следующая задача
puzzle-show-daily = Задача дня
puzzle-show-results = Мои результаты
puzzle-show-leaders = Лучшие

key-puzzle-next = Следующая задача
key-puzzle-daily = Задача дня
key-puzzle-results = Мои результаты
key-puzzle-leaders = Лучшие
key-puzzle-solution = Показать решение
key-puzzle-again = Ещё раз
key-puzzle-go-on = Продолжить
key-puzzle-solve = Решить

puzzle-title = 🧩 **{ $game }: задача** · { $rating }
puzzle-title-daily = 🧩 **Задача дня: { $game }** · { $rating }
puzzle-task = { $count ->
    [one] Ваш ход, и он может быть **выигрывающим**. Каким?
    [few] Ваш ход. **Выиграйте в { $count } хода**, как бы ни играл соперник.
   *[other] Ваш ход. **Выиграйте в { $count } ходов**, как бы ни играл соперник.
}
puzzle-task-side = { $count ->
    [one] { $side }: ваш ход, и он может быть **выигрывающим**. Каким?
    [few] { $side }: ваш ход. **Выиграйте в { $count } хода**, как бы ни играл соперник.
   *[other] { $side }: ваш ход. **Выиграйте в { $count } ходов**, как бы ни играл соперник.
}
puzzle-right = ✅ **Верно!** Соперник отвечает `{ $reply }`: { $said }.
puzzle-solved = 🏆 **Решено!**
puzzle-solved-late = ✅ **Вот оно.** Не с первой попытки, но решено.
puzzle-tried = Ваш ход `{ $turn }`: { $said }.
puzzle-loses = { $count ->
    [one] ❌ **Так соперник сразу выигрывает** ходом `{ $reply }`: { $said }.
    [few] ❌ **Так соперник выигрывает в { $count } хода**, начиная с `{ $reply }`: { $said }.
   *[other] ❌ **Так соперник выигрывает в { $count } ходов**, начиная с `{ $reply }`: { $said }.
}
puzzle-loses-itself = ❌ **Этот ход сам проигрывает партию.**
puzzle-draws = ❌ **Так будет только ничья.**
puzzle-unclear = { $count ->
    [one] 🤔 **Сразу это не выигрывает.** После `{ $reply }` ({ $said }) ваши шансы — около { $chances } %. Попробуйте ещё раз, это ничего не стоит.
    [few] 🤔 **Может, и это выигрывает, но не форсированно в { $count } хода.** После `{ $reply }` ({ $said }) ваши шансы — около { $chances } %. Попробуйте ещё раз, это ничего не стоит.
   *[other] 🤔 **Может, и это выигрывает, но не форсированно в { $count } ходов.** После `{ $reply }` ({ $said }) ваши шансы — около { $chances } %. Попробуйте ещё раз, это ничего не стоит.
}
puzzle-rated = Ваш рейтинг в задачах: { $before } → **{ $after }**
puzzle-streak = { $count ->
    [one] 🔥 { $count } задача подряд без ошибок.
    [few] 🔥 { $count } задачи подряд без ошибок.
   *[other] 🔥 { $count } задач подряд без ошибок.
}
puzzle-solution = **Решение:** { $line }
puzzle-over = Решение этой задачи вы уже видели.
puzzle-over-solved = ✅ Эту задачу вы решили.
puzzle-closed = Задача подождёт: **Продолжить** можно в любой момент.

puzzle-results = 🧩 **Ваши задачи**
puzzle-result = **{ $game }**: рейтинг **{ $rating }** · без ошибок { $solved } из { $count }
puzzle-streaks = подряд { $streak }, лучшая серия { $best }
puzzle-results-none = Пока ничего. Выберите игру и начните.
puzzle-leaders-server = **{ $game }, задачи: лучшие на этом сервере**
puzzle-leaders-overall = **{ $game }, задачи: лучшие вообще**
puzzle-leaders-none = Здесь ещё никто не закончил ни одной задачи. Будьте первым!
puzzle-leader = { $place } { $player } — **{ $rating }** ± { $deviation } · { $solved } из { $count }

puzzle-daily-last = Прошлая задача: ||{ $line }||
key-server-puzzles = Задача дня
server-puzzles-none = 🧩 **Задача дня:** нигде. Выберите канал, и каждый день там будет появляться задача с решением прошлой.
server-puzzles = 🧩 **Задача дня:** в { $channel }, каждый день в { $clock } ({ $zone }). Чтобы отключить, очистите выбор канала.
server-pick-puzzles = Канал для задачи дня
server-pick-puzzle-hour = Время суток
server-puzzle-hour = Каждый день в { $clock }

refused-fair-play-puzzle = Эта позиция стоит в партии, которую вы сейчас играете: задача подождёт её конца.
refused-unknown-puzzle = Такой задачи больше нет.
refused-no-puzzle-left = Вы видели все задачи этой игры. Будут новые!
refused-own-puzzle = Эта задача — из вашей собственной партии, так что вы её уже знаете.
refused-known-puzzle = Задача в этой партии есть, но её уже может решить каждый: `/puzzle`.
refused-no-puzzle-in-game = В последних ходах этой партии задачи не нашлось: нужен форсированный выигрыш в 2–5 ходов, который начинают лишь немногие ходы. Может быть, в следующей партии!
refused-no-club-game = Задачу можно сделать из законченной партии двух людей на сервере.

# Задачи из партий на сервере.

key-club-puzzle = Сделать задачу
key-club-puzzle-suggest = Предложить
key-club-puzzle-agree = Согласиться
key-club-puzzle-decline = Нет, спасибо
key-club-puzzle-withdraw = Больше не задача
key-club-puzzle-remove = Убрать с сервера
key-club-puzzle-remove-surely = Да, убрать

club-puzzle-found = 🧩 **В этой партии есть задача** — после хода { $ply }. Если согласится и соперник, её смогут решать участники этого сервера. Имена не показываются.
club-puzzle-waits = 🧩 **Вы предложили эту задачу.** Она появится среди задач сервера, как только { $player } согласится.
club-puzzle-asked = 🧩 **{ $player } предлагает сделать из этой позиции вашей партии задачу** для участников этого сервера. Имена не показываются. Вы согласны?
club-puzzle-agreed = 🧩 **Эта позиция из вашей партии стала задачей сервера.** Передумать можно в любой момент.
club-puzzle-ended = Задачи из этой партии не будет.
club-puzzle-remove = Убрать эту задачу с сервера? Вернуть её будет нельзя.
club-puzzle-removed = 🧩 Задача убрана.
puzzle-from-here = 🏠 Из партии на этом сервере.
puzzle-from-elsewhere = 🏠 Из партии на одном из серверов.
notice-puzzle-suggested = 🧩 { $player }, соперник предлагает сделать из этой позиции вашей партии задачу — для участников этого сервера и без имён. **Вы согласны?**
notice-puzzle-agreed = 🧩 { $player }, соперник согласен: позиция из этой партии теперь среди задач сервера.
