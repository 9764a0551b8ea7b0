# Думать наперёд: планы, доски для анализа, заметки.

cmd-plan = план
cmd-plan-about = Ответы заранее: если соперник сходит так, вы ответите этак
cmd-plan-if = если
cmd-plan-if-about = Возможный ход соперника; не указывайте, если ответ годится на любой другой ход
cmd-plan-then = то
cmd-plan-then-about = Ваш ответ
cmd-plan-place = расстановка
cmd-plan-place-about = Расстановка в TZAAR: ваши фишки по порядку, например Zc3/d4, Rb2, Ta1
cmd-plan-game = партия
cmd-plan-game-about = Какая партия, если их несколько

cmd-analyse = анализ
cmd-analyse-about = Личная доска: пробуйте ходы за обе стороны
cmd-analyse-game = партия
cmd-analyse-game-about = Какая партия, если их несколько
cmd-analyse-turn = ход
cmd-analyse-turn-about = После какого хода; 0 — начало
cmd-analyse-start = начало
cmd-analyse-start-about = Начальная позиция любой игры
cmd-analyse-position = позиция
cmd-analyse-position-about = Код позиции вместо партии

## Turns that play themselves

turn-planned = { $player }: `{ $notation }` — { $turn } (по плану)
composer-followed = ⏩ И сразу после него, автоматически: { $turns }
turns-before = { $count ->
    [one] … перед этим { $count } ход
    [few] … перед этим { $count } хода
   *[other] … перед этим { $count } ходов
}

## Plans

plan-title = 🧭 **Ваш план**, соперник: { $other }. Кроме вас, его никто не видит. Ответ по плану делается сразу, как только соперник сходит.
plan-none = Пока ничего не запланировано. Добавьте вариант: на личной доске сделайте ход за соперника, а потом свой ответ.
plan-branch = если `{ $on }`, то `{ $reply }`
plan-branch-any = на любой другой ход: `{ $reply }`
plan-rest = … и ещё { $count }
plan-queue = Очередь на расстановку: `{ $list }`
plan-random = 🎲 Остальные фишки встанут наугад.
plan-queue-lost = Выпало из очереди, потому что места заняты: `{ $list }`
plan-own-turn = Сейчас ваш ход. Планировать ответы можно, пока ходит соперник.
plan-saved = ✅ План сохранён.
plan-cut = Удалить вариант
plan-change-cut = { $count ->
    [one] 🧭 Ваш план выполняется. Отпал { $count } вариант.
    [few] 🧭 Ваш план выполняется. Отпали { $count } варианта.
   *[other] 🧭 Ваш план выполняется. Отпало { $count } вариантов.
}
plan-change-impossible = 🧭 Ответ по плану `{ $reply }` после этого хода оказался невозможен. План закончен.
plan-change-over = 🧭 Партия пошла не по вашему плану. План закончен.
plan-change-done = 🧭 Ваш план сыгран до конца.
key-plan = Мой план
key-plan-ahead = План
key-plan-add = Добавить вариант
key-plan-drop = Отменить план
plan-forced = Ответ на вынужденный { $turn }
key-queue = Расстановка
key-place-next = Поставить { $cell }
key-queue-several = Несколько сразу
key-random = Прочие наугад
key-random-surely = Да, наугад
random-sure = Расставить все оставшиеся фишки наугад? Каждая встанет на поле в ваш ход. Остановиться можно в любой момент: **Мой план**.
random-after-queue = Сначала встанут фишки из очереди: `{ $list }`
queue-title = Очередь на расстановку
queue-label = По порядку; через / — запасные места
queue-example = например: Zc3/d4, Rb2, Ta1

## Analysis boards

analysis-title = 🔍 **Анализ.** Кроме вас, эту доску никто не видит.
analysis-title-game = 🔍 **Анализ**: { $variant }, после хода { $ply }. Кроме вас, эту доску никто не видит.
analysis-fresh = Сейчас у вас нет партий, но попробовать ходы за обе стороны можно и так. На какой доске?
analysis-trying = 🔍 **Анализ**: какой ход попробовать?
analysis-plan-hint = Чтобы запланировать ответ, попробуйте ход соперника, а за ним свой.
analysis-plan = Как план: { $line }
analysis-branches = Что вы здесь уже пробовали
analysis-noted = 📝 Вариант записан в вашу заметку к партии.
key-analyse = Анализ
key-try-move = Попробовать ход
key-untry = Удалить этот ход
key-note-line = В заметку
key-plan-line = В план
key-plan-whatever = … на любой ход

## Notes

note-title = Ваша заметка к партии
note-label = Её видите только вы
note-kept = Заметка сохранена.
note-gone = Заметки к этой партии больше нет.
note-shown = 📝 { $note }
more-plan = План: ответ на ещё не сделанный ход
more-analyse = Анализ: личная доска, чтобы пробовать ходы
more-note = Заметка: несколько слов для себя

privacy-thoughts = Хранятся также ваши планы, доски для анализа и заметки. Кроме вас, их никто не видит; они есть в файле и удаляются вместе со всем остальным.

## Refusals

refused-own-turn = Сейчас ваш ход: сначала сходите. Планировать ответы можно, пока ходит соперник.
refused-no-answer = В этом варианте ещё нет ответа: попробуйте ход соперника, а за ним свой.
refused-plan-full = В плане помещается не больше { $count } вариантов и { $deep } ответов подряд.
refused-nothing-planned = В этой партии ничего не запланировано.
refused-no-setup = В этой партии нечего расставлять: все фишки уже на поле.
refused-wish = Не понимаю «`{ $text }`». Напишите фишку и место, например `Zc3`, а запасные места — через косую черту: `Zc3/d4`.
refused-wish-taken = Для `{ $text }` места не осталось: всё, что вы назвали, уже занято.
refused-queue-full = В очереди помещается не больше { $count } фишек, у каждой не больше { $places } мест.
refused-unknown-analysis = Этой доски для анализа больше нет. Новую откроет `/{ cmd-analyse }`.
refused-analysis-full = { $count ->
    [one] Доска заполнена: на ней уже { $count } ход. Удалите лишнее или откройте новую.
    [few] Доска заполнена: на ней уже { $count } хода. Удалите лишнее или откройте новую.
   *[other] Доска заполнена: на ней уже { $count } ходов. Удалите лишнее или откройте новую.
}
refused-nothing-tried = На этой доске ещё нет ходов.
refused-other-position = На этой доске нет нынешней позиции вашей партии. Откройте из партии новую доску.
refused-code = Не могу прочесть код позиции, ошибка здесь: { $part }. Код выглядит так: `zertz 37 4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 first`
refused-long-code = { $count ->
    [one] В коде позиции не больше { $count } знака.
   *[other] В коде позиции не больше { $count } знаков.
}
code-game = название игры
code-whole = число частей
code-variant = вариант игры
code-board = поле
code-position = фишки или шарики на поле
code-side-to-move = чей ход
code-turns-since = ход после позиции
code-other = одна из частей
