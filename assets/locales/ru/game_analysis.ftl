# The computer's analysis of games that are over, and what it says about positions of analysis boards.

## Buttons

key-game-analysis = Анализ компьютера
key-game-analysis-again = Проверить ещё раз
key-game-analysis-deciding = Решающий ход
key-game-analysis-played = Как было
key-game-analysis-better = Ход лучше
key-game-analysis-chart = График
key-ask-computer = Спросить компьютер

## The analysis of a game

game-analysis-title = 📈 **Анализ компьютера** · { $variant }
game-analysis-working = Компьютер разбирает эту партию: готово позиций — { $done } из { $total }.
game-analysis-waiting = { $count ->
    [one] Компьютер занят: перед вами ещё { $count } партия. Место в очереди за вами, можно зайти позже.
    [few] Компьютер занят: перед вами ещё { $count } партии. Место в очереди за вами, можно зайти позже.
   *[other] Компьютер занят: перед вами ещё { $count } партий. Место в очереди за вами, можно зайти позже.
}
game-analysis-accuracy = { $player }: точность **{ $percent } %**
game-analysis-no-accuracy = { $player }: оценивать нечего, выбора не было
game-analysis-deciding = ⚡ **Решающий ход:** { $number }. `{ $turn }`, ходит { $player }. Шансы на победу: было { $before } %, стало { $after } %.
game-analysis-steps = ⚖️ Одного решающего хода не было: шансы менялись шаг за шагом.
game-analysis-estimates = -# Шансы на победу — оценка, если победа не доказана. Пометки: `?!` неточность, `?` ошибка, `??` грубая ошибка.
game-analysis-choose = Ходы, которые ухудшили позицию
game-analysis-mark = { $mark ->
    [inaccuracy] `{ $sign }` Неточность
    [mistake] `{ $sign }` Ошибка
   *[blunder] `{ $sign }` Грубая ошибка
} ({ $player }): шансы на победу были { $before } %, стали { $after } %.
game-analysis-better = 💡 Лучше: `{ $notation }` — { $turn }
    { $reason }
game-analysis-better-shown = На картинке — ход, который был бы лучше.
game-analysis-decided-here = ⚡ Этот ход решил партию.
game-analysis-chances = -# 📈 Шансы на победу: { $first } { $chance } %, { $second } { $rest } %
game-analysis-comment = { $sign } шансы на победу { $before } % → { $after } %; лучше: { $turn }
game-analysis-chart-alt = { $count ->
    [one] График за { $count } ход. Шансы на победу ({ $player }): в начале { $start } %, самые низкие { $lowest } %, самые высокие { $highest } %, в конце { $end } %.
    [few] График за { $count } хода. Шансы на победу ({ $player }): в начале { $start } %, самые низкие { $lowest } %, самые высокие { $highest } %, в конце { $end } %.
   *[other] График за { $count } ходов. Шансы на победу ({ $player }): в начале { $start } %, самые низкие { $lowest } %, самые высокие { $highest } %, в конце { $end } %.
}
better-only = Это единственный возможный ход.
better-wins = Он выигрывает сразу.
better-wins-by-force = Он ведёт к победе при любом ответе.
better-one-reply = Он оставляет единственный ответ.
better-chances = Оценка шансов на победу после него: { $percent } %.

## Positions of analysis boards

position-answer = 🤖 Лучший ход: `{ $notation }` — { $turn }
    { $reason }
    { $outlook }
position-chances = Ходит { $player }. Оценка шансов на победу: { $percent } %.
position-won = { $count ->
    [one] Ходит { $player }: форсированная победа не позже чем за { $count } ход.
    [few] Ходит { $player }: форсированная победа не позже чем за { $count } хода.
   *[other] Ходит { $player }: форсированная победа не позже чем за { $count } ходов.
}
position-lost = { $count ->
    [one] Ходит { $player }: форсированное поражение не позже чем за { $count } ход.
    [few] Ходит { $player }: форсированное поражение не позже чем за { $count } хода.
   *[other] Ходит { $player }: форсированное поражение не позже чем за { $count } ходов.
}
computer-from-board = 🤖 Вы доигрываете эту позицию с компьютером. Первый ход ваш, ваша сторона: { $player }. На каком уровне?

## What is refused

refused-fair-play-asked = У вас идёт партия с человеком на такой доске. Пока она не закончена, компьютер не комментирует позиции, которые могут быть из неё.
refused-analysis-running = Эта партия ещё идёт. Компьютер разберёт её, когда она закончится.
refused-nothing-to-analyse = В этой партии не сделано ни одного хода, разбирать нечего.
refused-long-analysis = { $count ->
    [one] Компьютер разбирает партии не длиннее { $count } хода, а эта длиннее.
    [few] Компьютер разбирает партии не длиннее { $count } ходов, а эта длиннее.
   *[other] Компьютер разбирает партии не длиннее { $count } ходов, а эта длиннее.
}
refused-too-many-analyses = { $count ->
    [one] Компьютер ещё разбирает для вас { $count } партию. Подождите, пока он закончит.
    [few] Компьютер ещё разбирает для вас { $count } партии. Подождите, пока он закончит одну из них.
   *[other] Компьютер ещё разбирает для вас { $count } партий. Подождите, пока он закончит одну из них.
}
refused-too-many-questions = { $count ->
    [one] Компьютер ещё не ответил на { $count } ваш вопрос. Подождите немного.
    [few] Компьютер ещё не ответил на { $count } ваших вопроса. Подождите немного.
   *[other] Компьютер ещё не ответил на { $count } ваших вопросов. Подождите немного.
}
refused-no-origin = Эта доска начата с кода позиции. Доиграть с компьютером можно только на доске, которая начата с партии или с начальной позиции.
