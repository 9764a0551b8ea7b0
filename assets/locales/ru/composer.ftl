# Составление хода. То, что говорится только в одной игре, — в games.ftl.

nothing = 0
to-move = Ход: { $player }
over-won = Победа: { $player } ({ $reason })
over-drawn = Ничья: { $reason }

chosen = Выбрано: { $what }
hint-column = Сначала выберите вертикаль.
hint-column-touch = Сначала выберите вертикаль: её ещё можно сменить.
hint-touch = Тронул — ходи: нажали на цвет или кольцо — назад нельзя.
hint-final = Тронул — ходи: выбранное уже не изменить. ✖️ закроет и сохранит на потом.
only-move = Это единственный возможный ход.
skipped = Выбирать было не из чего: { $steps }
isolates = { $count ->
    [one] изолирует { $count } шарик
    [few] изолирует { $count } шарика
   *[other] изолирует { $count } шариков
}
warn-loses = ⚠️ После этого хода вы сразу проиграете.
then-win = Вы побеждаете: { $reason }.
then-lose = Вы проигрываете: { $reason }.
then-draw = Ничья: { $reason }.
confirm-once-more = Слишком быстро — вдруг это двойное нажатие? Нажмите «{ $confirm }» ещё раз.

# Кнопки. В ряду помещается около 34 знаков; две кнопки рядом — по 15.
key-confirm = Сходить
key-confirm-try = Попробовать
key-loses = Всё равно сходить (проигрыш)
key-leave = Не забирать: { $count }
key-place = Поставить
key-place-instead = Без захвата
key-send-back = Отклонить ход
key-pass = Пас
key-again = Ещё ход: { $cell }
key-back = Назад
key-close = Закрыть
key-type = Ввести
key-go-on = Продолжить
key-discard = Сбросить
key-type-again = Ввести снова

# Окно для ввода хода: не больше 45 знаков.
type-title = Введите ход
type-label = Ход в нотации

suggest-column = { $count ->
    [one] вертикаль { $column }, { $count } место
    [few] вертикаль { $column }, { $count } места
   *[other] вертикаль { $column }, { $count } мест
}

# What a screen reader says for keys that have only a sign.
heard-first = В начало
heard-previous = Шаг назад
heard-next = Шаг вперёд
heard-last = В конец
