# Как что называется в каждой игре. Ключи начинаются с названия игры.

## ZÈRTZ

zertz-side = { $side ->
    [first] Игрок 1
   *[second] Игрок 2
}
zertz-player = { $name }
zertz-token = { $kind ->
    [W] белый
    [G] серый
    [B] чёрный
   *[O] кольцо
}
zertz-group = { $kind ->
    [W] белые шарики
    [G] серые шарики
    [B] чёрные шарики
   *[O] пустые кольца
}
zertz-legend = -# W белый, G серый, B чёрный шарик; o пустое кольцо; . кольца нет
zertz-counted = { $kind ->
    [W] { $count ->
        [one] { $count } белый
       *[other] { $count } белых
    }
    [G] { $count ->
        [one] { $count } серый
       *[other] { $count } серых
    }
   *[B] { $count ->
        [one] { $count } чёрный
       *[other] { $count } чёрных
    }
}
zertz-holding-pool = запас: { $list }
zertz-holding-captured = { $player }, захвачено: { $list }
zertz-stock-pool = запас

zertz-ask-kind = Какой шарик поставить?
zertz-ask-place = На какое кольцо поставить шарик?
zertz-ask-remove = Какое кольцо убрать?
zertz-ask-jumper = Какой шарик прыгает?
zertz-ask-landing = Куда он прыгает?
zertz-ask-chain = Какой захват сделать?
zertz-ask-chain-or-back = Какой захват — или отклонить ход?
zertz-ask-fork = Поставить шарик или отклонить ход соперника?
zertz-own-captures = Запас пуст: шарик берётся из захваченных ВАМИ.
zertz-hint-isolates = Знак «+»: ход изолирует шарики, и они достанутся вам.
zertz-hint-send-back = ❗ Соперник поставил шарик, хотя был возможен захват. **{ $key }** — и этот ход отменится, а захват станет обязательным.

zertz-chosen-kind = { $emoji }{ $kind ->
    [W] белый шарик
    [G] серый шарик
   *[B] чёрный шарик
}
zertz-chosen-jumper = шарик с { $from }
zertz-did-place = { $emoji }{ $kind ->
    [W] белый шарик
    [G] серый шарик
   *[B] чёрный шарик
} на { $cell }{ $own ->
    [true] {" "}(из своих захваченных)
   *[false] {""}
}
zertz-did-remove = кольцо { $cell } убрано
zertz-did-claim = { $count ->
    [one] забран { $count } изолированный шарик ({ $cells })
    [few] забраны { $count } изолированных шарика ({ $cells })
   *[other] забрано { $count } изолированных шариков ({ $cells })
}
zertz-did-leave = { $count ->
    [one] оставлен на поле { $count } изолированный шарик ({ $cells })
    [few] оставлены на поле { $count } изолированных шарика ({ $cells })
   *[other] оставлено на поле { $count } изолированных шариков ({ $cells })
}
zertz-did-jump = { $from } прыгает на { $path }, захват: { $taken }
zertz-did-pass = пас: ходить нечем
zertz-did-send-back = ход соперника отклонён: в нём был пропущен захват

zertz-warn-missed = ⚠️ Есть захват. Если поставить шарик, соперник может отклонить этот ход.
zertz-warn-leave = ⚠️ Оставленное сейчас уже никогда нельзя будет забрать.

zertz-then-send-back = { $player } может играть дальше или отклонить этот ход.
zertz-then-either = { $player } может сделать захват.
zertz-then-jumper = { $count ->
    [one] { $player }: захват обязателен, прыгнуть может { $count } шарик.
    [few] { $player }: захват обязателен, прыгнуть могут { $count } шарика.
   *[other] { $player }: захват обязателен, прыгнуть могут { $count } шариков.
}
zertz-then-kind = { $player } ставит следующий шарик.
zertz-then-pass = { $player }: вынужденный пас.
zertz-must-jumper = ❗ { $player }: в этот ход захват обязателен.

zertz-reason-white = набраны белые шарики
zertz-reason-grey = набраны серые шарики
zertz-reason-black = набраны чёрные шарики
zertz-reason-each-colour = набраны шарики всех цветов
zertz-reason-last-ring = не осталось пустых колец
zertz-reason-repetition = одна и та же позиция в третий раз
zertz-reason-nobody-can-move = ходить не может никто

## TZAAR

tzaar-side = { $side ->
    [first] Белые
   *[second] Чёрные
}
tzaar-player = { $name } ({ $side ->
    [first] белые
   *[second] чёрные
})
tzaar-kind = { $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
}
tzaar-token = { $height ->
    [1] { $side ->
        [first] белая фишка
       *[second] чёрная фишка
    }
   *[other] { $side ->
        [first] белый столбик
       *[second] чёрный столбик
    }
} { $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
}{ $height ->
    [1] {""}
   *[other] {""} (высота { $height })
}
tzaar-group = { $side ->
    [first] белые
   *[second] чёрные
} { $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
}{ $height ->
    [1] {""}
   *[other] {""} (высота { $height })
}
tzaar-legend = -# Z Tzaar, R Tzarra, T Tott; большие буквы — белые, маленькие — чёрные; число — высота; . пусто
tzaar-counted = { $kind ->
    [Z] { $count } Tzaar
    [R] { $count } Tzarra
   *[T] { $count } Tott
}
tzaar-holding-to-place = { $player }, осталось поставить: { $list }
tzaar-holding-shown = { $player }, видно: { $list }

tzaar-ask-kind = Какую фишку поставить?
tzaar-ask-place = На какое место поставить?
tzaar-ask-mover = Какая фишка захватывает?
tzaar-ask-action = Какой захват сделать?
tzaar-ask-next = Ещё захват, укрепление или пас?
tzaar-ask-target = Куда она идёт?
tzaar-ask-again = А дальше? Ещё захват (×), укрепление (+) или пас.

tzaar-chosen-kind = { $emoji }{ $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
}
tzaar-chosen-mover = фишка с { $from }
tzaar-did-place = { $emoji }{ $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
} на { $cell }
tzaar-did-capture = { $from } захватывает { $to } ({ $emoji }{ $kind ->
    [Z] Tzaar
    [R] Tzarra
   *[T] Tott
}{ $height ->
    [1] {""}
   *[other] , высота { $height }
})
tzaar-did-stack = { $from } на { $to }: столбик высотой { $height }
tzaar-did-cover = { $kind ->
    [Z] накрыта последняя фишка Tzaar
    [R] накрыта последняя фишка Tzarra
   *[T] накрыта последняя фишка Tott
}
tzaar-did-pass = пас

tzaar-then-mover = { $count ->
    [one] { $player }: захват обязателен, его может сделать { $count } фишка.
    [few] { $player }: захват обязателен, его могут сделать { $count } фишки.
   *[other] { $player }: захват обязателен, его могут сделать { $count } фишек.
}
tzaar-then-kind = { $player } ставит следующую фишку.

tzaar-reason-no-Z = не осталось видимых фишек Tzaar
tzaar-reason-no-R = не осталось видимых фишек Tzarra
tzaar-reason-no-T = не осталось видимых фишек Tott
tzaar-reason-no-capture = обязательный захват невозможен
tzaar-lost-no-Z = { $who ->
    [you] у вас не осталось видимых фишек Tzaar
   *[other] { $loser } остаётся без видимых фишек Tzaar
}
tzaar-lost-no-R = { $who ->
    [you] у вас не осталось видимых фишек Tzarra
   *[other] { $loser } остаётся без видимых фишек Tzarra
}
tzaar-lost-no-T = { $who ->
    [you] у вас не осталось видимых фишек Tott
   *[other] { $loser } остаётся без видимых фишек Tott
}
tzaar-lost-no-capture = { $who ->
    [you] вы не можете захватить, а захват обязателен
   *[other] { $loser } не может захватить, а захват обязателен
}
