# Как что называется в каждой игре. Ключи начинаются с названия игры.

## ZÈRTZ

zertz-side = { $side ->
    [first] Игрок 1
   *[second] Игрок 2
}
zertz-player = { $name }
zertz-short-W = ⚪
zertz-short-G = 🔘
zertz-short-B = ⚫
zertz-long-W = ⚪
zertz-long-G = 🔘
zertz-long-B = ⚫
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

zertz-ask-kind = Какой шарик?
zertz-ask-place = На какое кольцо его поставить?
zertz-ask-remove = Какое кольцо убрать?
zertz-ask-jumper = Какой шарик прыгает?
zertz-ask-landing = Куда он прыгает?
zertz-ask-chain = Какой захват?
zertz-ask-fork = Поставить шарик или отклонить ход с пропущенным захватом?
zertz-own-captures = Запас пуст: шарик берётся из ВАШИХ захваченных.
zertz-hint-isolates = Знак «+»: ход изолирует шарики, и они достанутся вам.

zertz-chosen-kind = { $kind ->
    [W] белый шарик
    [G] серый шарик
   *[B] чёрный шарик
}
zertz-chosen-jumper = шарик с { $from }
zertz-did-place = { $kind ->
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
zertz-did-pass = пас: других ходов нет
zertz-did-send-back = ход соперника отклонён: в нём был пропущен захват

zertz-take-kind = { $kind ->
    [W] Взять белый шарик
    [G] Взять серый шарик
   *[B] Взять чёрный шарик
}
zertz-take-place = Поставить на { $cell }
zertz-warn-missed = ⚠️ Есть захват. Если поставить шарик, этот ход могут отклонить.
zertz-warn-leave = ⚠️ Оставленное сейчас уже никогда нельзя будет забрать.

zertz-then-send-back = { $player } может сделать захват или отклонить этот ход.
zertz-then-either = { $player } может сделать захват.
zertz-then-jumper = { $count ->
    [one] Дальше обязательный захват ({ $player }): прыгнуть может { $count } шарик.
    [few] Дальше обязательный захват ({ $player }): прыгнуть могут { $count } шарика.
   *[other] Дальше обязательный захват ({ $player }): прыгнуть могут { $count } шариков.
}
zertz-then-kind = Дальше ставит шарик { $player }.
zertz-then-pass = Дальше вынужденный пас ({ $player }).

zertz-reason-white = набраны белые шарики
zertz-reason-grey = набраны серые шарики
zertz-reason-black = набраны чёрные шарики
zertz-reason-each-colour = набраны шарики всех цветов
zertz-reason-last-ring = занято последнее кольцо
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
    [Z] тзаар
    [R] тзарра
   *[T] тотт
}
tzaar-short-Z = Z
tzaar-short-R = R
tzaar-short-T = T
tzaar-long-Z = Тзаар
tzaar-long-R = Тзарра
tzaar-long-T = Тотт
tzaar-token = { $kind ->
    [Z] { $side ->
        [first] белый тзаар
       *[second] чёрный тзаар
    }
    [R] { $side ->
        [first] белая тзарра
       *[second] чёрная тзарра
    }
   *[T] { $side ->
        [first] белый тотт
       *[second] чёрный тотт
    }
}{ $height ->
    [1] {""}
   *[other] {""} (высота { $height })
}
tzaar-group = { $side ->
    [first] белые
   *[second] чёрные
} { $kind ->
    [Z] тзаары
    [R] тзарры
   *[T] тотты
}{ $height ->
    [1] {""}
   *[other] {""} (высота { $height })
}
tzaar-legend = -# Z тзаар, R тзарра, T тотт; большие буквы — белые, маленькие — чёрные; число — высота; . пусто
tzaar-counted = { $kind ->
    [Z] { $count ->
        [one] { $count } тзаар
        [few] { $count } тзаара
       *[other] { $count } тзааров
    }
    [R] { $count ->
        [one] { $count } тзарра
        [few] { $count } тзарры
       *[other] { $count } тзарр
    }
   *[T] { $count ->
        [one] { $count } тотт
        [few] { $count } тотта
       *[other] { $count } тоттов
    }
}
tzaar-holding-to-place = { $player }, осталось поставить: { $list }
tzaar-holding-shown = { $player }, видны: { $list }

tzaar-ask-kind = Какую фигуру?
tzaar-ask-place = На какой пункт поставить?
tzaar-ask-mover = Какая фигура захватывает?
tzaar-ask-next = Какая фигура ходит дальше?
tzaar-ask-target = Куда она идёт?
tzaar-ask-again = А дальше? Ещё один захват, укрепление или пас.

tzaar-chosen-kind = { $kind ->
    [Z] тзаар
    [R] тзарра
   *[T] тотт
}
tzaar-chosen-mover = фигура с { $from }
tzaar-did-place = { $kind ->
    [Z] тзаар
    [R] тзарра
   *[T] тотт
} на { $cell }
tzaar-did-capture = { $from } захватывает { $to } ({ $kind ->
    [Z] тзаар
    [R] тзарра
   *[T] тотт
}{ $height ->
    [1] {""}
   *[other] , высота { $height }
})
tzaar-did-stack = { $from } на { $to }: стопка высотой { $height }
tzaar-did-cover = { $kind ->
    [Z] накрыт последний тзаар
    [R] накрыта последняя тзарра
   *[T] накрыт последний тотт
}
tzaar-did-pass = пас

tzaar-then-mover = { $count ->
    [one] Дальше обязательный захват ({ $player }): захватить может { $count } фигура.
    [few] Дальше обязательный захват ({ $player }): захватить могут { $count } фигуры.
   *[other] Дальше обязательный захват ({ $player }): захватить могут { $count } фигур.
}
tzaar-then-kind = Дальше ставит фигуру { $player }.

tzaar-reason-no-Z = у проигравшего не видно тзааров
tzaar-reason-no-R = у проигравшего не видно тзарр
tzaar-reason-no-T = у проигравшего не видно тоттов
tzaar-reason-no-capture = проигравшему нечего захватить
