# Clocks, vacations and reminders.

## Commands

cmd-challenge-timeout = просрочка
cmd-challenge-timeout-about = Что будет, когда у кого-то выйдет время
cmd-vacation = отпуск
cmd-vacation-about = Дни, когда ваши часы стоят во всех партиях
cmd-vacation-days = дней
cmd-vacation-days-about = На сколько дней
cmd-vacation-from = с
cmd-vacation-from-about = С какого дня, например 2027-07-15 или 15.07; если не указать — с этой минуты
cmd-vacation-end = конец
cmd-vacation-end-about = Вернуться или отменить отпуск, который ещё не начался
cmd-reminders = напоминания
cmd-reminders-about = Напоминания: за сколько до просрочки, как часто, тихие часы, сводка раз в день
cmd-reminders-zone = пояс
cmd-reminders-zone-about = Ваш часовой пояс: город, например Москва, или название вроде Europe/Moscow

## How fast

card-bank = { $bank } + { $increment } за ход, не больше { $cap }
card-bank-only = { $bank } на всю партию
span-days = { $count ->
    [one] { $count } день
    [few] { $count } дня
   *[other] { $count } дней
}
span-hours = { $count ->
    [one] { $count } час
    [few] { $count } часа
   *[other] { $count } часов
}
most-days = { $count ->
    [one] { $count } дня
   *[other] { $count } дней
}
most-hours = { $count ->
    [one] { $count } часа
   *[other] { $count } часов
}
flag-soft = после срока ещё можно сходить, пока соперник не забрал победу
flag-hard = просрочка — сразу поражение

## Boards and lists

your-turn-late = { $player }, ваш ход. Время вышло { $when }: сходите, пока соперник не забрал победу.
deadline = Срок: { $when }.
away-now = 🏖️ { $player } в отпуске по { $when }; часы этого игрока стоят.
clock-in-hand = -# ⏱️ { $player }, осталось времени: { $time }.
games-frozen = ⏸️ `#{ $number }` **Приостановлена**, соперник: { $other } — { $variant }
games-mine-late = 🔴 `#{ $number }` **Ваш ход**, соперник: { $other } — { $variant }, время вышло { $when }
games-theirs-late = 🔴 `#{ $number }` Ходит { $other } — { $variant }, время вышло { $when }
games-away = 🏖️ соперник в отпуске по { $when }, часы стоят
games-away-own = 🏖️ вы в отпуске по { $when }
key-tonight = Напомнить вечером
key-tomorrow = Напомнить завтра
key-claim = Забрать победу
key-give-day = Подарить сопернику день
key-give-three-days = Подарить сопернику три дня
done-claimed = Победа ваша.
done-given = Подарено. Соперник об этом узнает.
done-reminding = ⏰ Напоминание: { $when }, если ход всё ещё будет за вами.

## News

notice-given = 🎁 { $player }, соперник дарит вам время: { $time }.
notice-time-up = ⌛ { $player }, ваше время вышло { $when }. Вы ещё можете сходить, пока соперник не забрал победу.
notice-may-claim = ⌛ { $player }, у соперника время вышло { $when }. Можете забрать победу или подождать хода.
notice-claim-over = -# ⌛ Здесь у игрока вышло время; игра уже продолжилась.
notice-back = 🏖️ Отпуск закончился: часы снова идут.
notice-digest = { $count ->
    [one] ☕ Вашего хода ждёт { $count } партия:
    [few] ☕ Вашего хода ждут { $count } партии:
   *[other] ☕ Вашего хода ждут { $count } партий:
}
notice-digest-more = { $count ->
    [one] … и ещё { $count } партия. Весь список: `/{ cmd-games }`
    [few] … и ещё { $count } партии. Весь список: `/{ cmd-games }`
   *[other] … и ещё { $count } партий. Весь список: `/{ cmd-games }`
}
notice-digest-short = ☕ { $player }, вашего хода ждут партии. Весь список: `/{ cmd-games }`

## Vacations

vacation-none = Сейчас вы не в отпуске. `/{ cmd-vacation } { cmd-vacation-days }:7` остановит ваши часы на неделю.
vacation-planned = 🏖️ С { $from } по { $until } у вас отпуск: часы будут стоять во всех партиях.
vacation-on = 🏖️ Вы в отпуске по { $until }: ваши часы стоят во всех партиях, но ходить можно.
vacation-left = { $count ->
    [one] В этом году остался { $count } день из { $most }.
    [few] В этом году осталось { $count } дня из { $most }.
   *[other] В этом году осталось { $count } дней из { $most }.
}
vacation-how-long = На сколько дней? Укажите и параметр `{ cmd-vacation-days }`.
key-end-vacation = Возвращаюсь
key-cancel-vacation = Отменить отпуск

## Reminders

reminders = **Когда вам напоминать.** Изменения действуют сразу. В тихие часы напоминания откладываются, но время на ход продолжает идти.
reminders-zone = Часовой пояс: { $zone }, там сейчас { $clock }.
reminders-no-zone = Часовой пояс: ещё не выбран. Он нужен для тихих часов, сводки и кнопок **{ key-tonight }** и **{ key-tomorrow }**.
reminders-ladder = Когда время на исходе
reminders-nudge = Без часов
reminders-quiet = Тихие часы
reminders-digest = Сводка раз в день
ladder-none = С часами: не напоминать
ladder-hours = С часами: за { $hours } ч до просрочки
nudge-none = Без часов: не напоминать
nudge-days = { $count ->
    [one] Без часов: каждый день
    [few] Без часов: каждые { $count } дня
   *[other] Без часов: каждые { $count } дней
}
quiet-none = Тихие часы: нет
quiet-hours = Тихие часы: с { $from } до { $to }
digest-none = Сводка: нет
digest-at = Сводка в { $clock } вместо уведомлений о ходе
key-zone = Часовой пояс
zone-title = Ваш часовой пояс
zone-label = Город, например Москва
zone-cities = Москва=Europe/Moscow; Санкт-Петербург=Europe/Moscow; Питер=Europe/Moscow; Казань=Europe/Moscow; Нижний Новгород=Europe/Moscow; Ростов-на-Дону=Europe/Moscow; Сочи=Europe/Moscow; Калининград=Europe/Kaliningrad; Самара=Europe/Samara; Саратов=Europe/Saratov; Волгоград=Europe/Volgograd; Екатеринбург=Asia/Yekaterinburg; Челябинск=Asia/Yekaterinburg; Пермь=Asia/Yekaterinburg; Уфа=Asia/Yekaterinburg; Омск=Asia/Omsk; Новосибирск=Asia/Novosibirsk; Томск=Asia/Tomsk; Барнаул=Asia/Barnaul; Красноярск=Asia/Krasnoyarsk; Иркутск=Asia/Irkutsk; Якутск=Asia/Yakutsk; Хабаровск=Asia/Vladivostok; Владивосток=Asia/Vladivostok; Магадан=Asia/Magadan; Петропавловск-Камчатский=Asia/Kamchatka; Минск=Europe/Minsk; Киев=Europe/Kyiv; Харьков=Europe/Kyiv; Одесса=Europe/Kyiv; Кишинёв=Europe/Chisinau; Рига=Europe/Riga; Вильнюс=Europe/Vilnius; Таллин=Europe/Tallinn; Тбилиси=Asia/Tbilisi; Ереван=Asia/Yerevan; Баку=Asia/Baku; Алматы=Asia/Almaty; Астана=Asia/Almaty; Ташкент=Asia/Tashkent; Бишкек=Asia/Bishkek; Варшава=Europe/Warsaw; Берлин=Europe/Berlin; Прага=Europe/Prague; Белград=Europe/Belgrade; Лондон=Europe/London; Париж=Europe/Paris; Стамбул=Europe/Istanbul; Тель-Авив=Asia/Jerusalem; Дубай=Asia/Dubai; Нью-Йорк=America/New_York

## What was not done

refused-no-clock = В этой партии нет часов.
refused-own-time = Сейчас идут ваши собственные часы.
refused-away = Соперник в отпуске по { $when }; часы стоят.
refused-time-enough = У соперника уже так много времени, что больше подарить нельзя.
refused-no-zone = Чтобы напомнить вовремя, мне нужен ваш часовой пояс. Сначала выберите его.
refused-unknown-zone = Такого часового пояса я не знаю. Наберите крупный город вашего пояса, например Москва, или название вроде Europe/Moscow; подсказки даёт `/{ cmd-reminders }` с параметром `{ cmd-reminders-zone }`.
refused-evening-past = Сейчас уже 19:00 или позже. Нажмите **{ key-tomorrow }**, и напоминание придёт в 9:00.
refused-too-late = Ваше время истекает { $when }, ещё до напоминания. Сходите, пожалуйста, раньше.
refused-vacation-days = { $count ->
    [0] Отпусков здесь нет.
    [1] Отпуск может длиться только { $count } день.
    [one] Отпуск может длиться от 1 до { $count } дня.
   *[other] Отпуск может длиться от 1 до { $count } дней.
}
refused-no-vacation-left = { $count ->
    [0] Дней отпуска в том году у вас не осталось.
    [one] В том году у вас остался только { $count } день отпуска. Возьмите меньше.
    [few] В том году у вас осталось только { $count } дня отпуска. Возьмите меньше.
   *[other] В том году у вас осталось только { $count } дней отпуска. Возьмите меньше.
}
refused-on-vacation = У вас уже есть отпуск, он длится по { $when }. Сначала закончите его: кнопка — под командой `/{ cmd-vacation }`.
refused-no-vacation = У вас нет отпуска, который можно закончить.
refused-date = Такой день прочитать не удалось. Напишите его как 2027-07-15 или 15.07.2027.
refused-past-date = Этот день уже прошёл. Выберите сегодняшний или более поздний.
refused-far-date = До этого дня больше года. Выберите день поближе.
