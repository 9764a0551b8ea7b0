# What the bot says. Private answers are in the reader's language, public ones in the server's.

yes = да
no = нет
someone = кто-то
anyone = любой желающий
sorry = Простите, что-то сломалось. Ошибка записана; попробуйте ещё раз чуть позже.
too-late = Простите, это заняло слишком много времени. Попробуйте, пожалуйста, ещё раз.
unknown-command = Эта команда изменилась. Наберите / и выберите её заново.
unknown-button = Эта кнопка от старой версии и больше не работает. Ваши партии: `/{ cmd-games }`.

## Challenges

card-to = { $challenger } бросает вызов игроку { $opponent }
card-rematch = { $challenger } предлагает игроку { $opponent } реванш за партию #{ $game }
card-open = { $challenger } вызывает любого желающего
card-first-challenger = первый ход за вызывающим
card-first-opponent = { $opponent ->
    [anyone] первый ход за тем, кто примет вызов
   *[other] первый ход: { $opponent }
}
card-first-drawn = первый ход по жребию
card-no-clock = без часов
card-days = { $count ->
    [one] { $count } день на ход
    [few] { $count } дня на ход
   *[other] { $count } дней на ход
}
card-fair = -# `{ $commitment }` 🎲 честный жребий
card-kept = -# Стороны и расстановка остаются как в отменённой партии #{ $game }.
card-until = Истекает { $when }
game-on = ✅ { $player } принимает вызов: игра началась! → { $place }
game-on-here = ✅ { $player } принимает вызов: игра началась! Доска сейчас появится.
card-accepted = ✅ Вызов принят: партия началась.
card-accepted-place = ✅ Вызов принят: партия началась → { $place }
crossing-accepted-place = { $opponent } уже зовёт вас на такую же партию: тот вызов принят, и партия начинается → { $place }
card-declined = Вызов отклонён.
card-withdrawn = Вызов отозван.
card-expired = Вызов истёк: никто не ответил.
key-accept = Принять
key-decline = Отклонить
key-withdraw = Отозвать

challenge-made = Вызов игроку { $opponent } отправлен. Я сообщу, когда на него ответят.
challenge-made-open = Открытый вызов отправлен. Играет тот, кто примет первым.
challenge-made-place = { $said } → { $place }
lacks-bot = ⚠️ На этом сервере есть мои команды, но нет меня самого: доски появляются только как ответы, и напоминаний здесь не будет. Пригласить меня может тот, кто управляет сервером: { $link }
lacks-channel = ⚠️ Я не вижу этот канал: доски появляются только как ответы, и напоминаний здесь не будет. Тот, кто управляет сервером, может разрешить мне видеть его и писать в нём.
crossing-accepted = { $opponent } уже зовёт вас на такую же партию: тот вызов принят, и партия начинается.
challenge-which = Выберите игру

notice-declined = { $player }, { $other } не принимает ваш вызов.
notice-withdrawn = { $player }, { $other } отзывает вызов.
notice-expired = { $player }, на ваш вызов никто вовремя не ответил.

## Games

notice-started = **{ $variant }** — начинает { $first }, затем ходит { $second }. Хорошей игры!
notice-started-sides = **{ $variant }** — белые (ходят первыми): { $first }, чёрные: { $second }. Хорошей игры!
turn-made = { $player }: `{ $notation }` — { $turn }
turn-forced = { $player }: `{ $notation }` — { $turn } (единственный ход, сделан автоматически)
your-turn = { $player }, ваш ход.
your-turn-until = { $player }, ваш ход. Срок: { $when }.
their-turn = Ходит { $player }.
their-turn-until = Ходит { $player }. Срок: { $when }.
over-called = { $player }, как насчёт реванша?
over-length = { $count ->
    [one] -# { $count } ход · { $time }
    [few] -# { $count } хода · { $time }
   *[other] -# { $count } ходов · { $time }
}
over-quick = меньше часа
over-nothing = Партия без результата: { $reason }
how-resignation = { $loser } сдаётся
how-time = время вышло: { $loser }
how-agreement = по соглашению
how-abort = отменена
how-moderator = завершена модератором
offered-draw = 🤝 { $player } предлагает ничью.
asked-takeback = ↩️ { $player } просит вернуть ход `{ $turn }`.
key-move = Ход
key-more = Ещё
key-rematch = Реванш
key-look-back = Просмотр

notice-taken-back = ↩️ { $player } возвращает ход `{ $turn }`. Игра продолжается отсюда.
taken-back = ↩️ { $player } возвращает ход `{ $turn }`.
move-undone = ↩️ Этот ход возвращён.
notice-thawed = Партия продолжается. Если в ней есть часы, отсчёт времени начат заново.
notice-frozen = Партия приостановлена: эта версия бота не может её продолжить. Ничего не потеряно: она продолжится, как только это исправят.
notice-reminder = ⏰ Напоминание:
notice-reminder-link = ⏰ { $player }, напоминаю: ваш ход. { $place }
notice-reminder-link-until = ⏰ { $player }, напоминаю: ваш ход. { $place }
    Срок: { $when }.
notice-reminder-over = -# ⏰ Здесь было напоминание; игра уже продолжилась.
notice-draw-offered = { $player }, соперник предлагает ничью.
notice-draw-withdrawn = Предложение ничьей отозвано.
notice-draw-declined = { $player }, ваше предложение ничьей отклонено.
notice-takeback-asked = { $player }, соперник просит вернуть ход `{ $turn }`.
takeback-undoes = Всё, что сыграно после него, тоже отменится.
notice-takeback-withdrawn = Соперник больше не просит вернуть ход.
notice-takeback-declined = { $player }, соперник не согласен вернуть ход.
notice-silence = { $player }, соперник долго ждёт и собирается закрыть эту партию без результата. Чтобы продолжить, сделайте ход в течение трёх дней.
key-accept-draw = Принять ничью
key-allow = Разрешить

## Looking at a board

look-at = Ход { $ply } из { $last }
key-flip = Повернуть
key-text = Текстом
key-picture = Картинкой
key-share = Показать всем
shared-by = 👀 { $player } показывает:
key-board = Доска

## More

more = Что вы хотите сделать?
more-menu = Что-нибудь ещё…
key-offer-draw = Предложить ничью
key-withdraw-draw = Отозвать предложение
key-take-back = Вернуть ход
key-ask-takeback = Попросить вернуть ход
key-withdraw-takeback = Отозвать просьбу
key-resign = Сдаться
key-mute = Без уведомлений об этой партии
key-unmute = Снова уведомлять об этой партии
key-notice-silence = Предупредить о закрытии
key-close-silent = Закрыть партию
key-moderate = Завершить (модератор)
moderate-sure = Точно завершить эту партию без результата? Игроки увидят это там, где идёт партия.
key-moderate-surely = Да, завершить
resign-sure = Вы точно хотите сдать эту партию? { $variant }, соперник: { $other }.
key-resign-surely = Да, сдаюсь
key-no = Нет
nothing-done = Хорошо, всё остаётся как есть.
list-and = { $rest } и { $last }
key-abort = Отменить партию
draw-yours-stands = Ваше предложение ничьей в силе.
takeback-yours-stands = Вы попросили вернуть ход `{ $turn }`; соперник ещё не ответил.
draw-theirs-stands = Соперник предлагает ничью.

done-resigned = Вы сдались.
done-aborted = Партия отменена.
done-draw-offered = Ничья предложена сопернику.
done-draw-agreed = Договорились: ничья.
done-withdrawn = Отозвано.
done-declined = Отклонено.
done-taken-back = Ход возвращён.
done-takeback-asked = Просьба отправлена сопернику. Самостоятельно вернуть ход можно только в течение двух минут и только пока соперник ничего не сделал в этой партии.
done-takeback-asked-touch = Просьба отправлена сопернику. При правиле «тронул — ходи» ход возвращают только с согласия соперника.
done-muted = Уведомлений об этой партии больше не будет.
done-unmuted = Вы снова будете получать уведомления об этой партии.
done-silence = Соперник предупреждён.
done-moderated = Партия завершена.
done-closed = Партия закрыта без результата.

composer-closed = Закрыто.
composer-kept = Закрыто. Начатый ход сохранён.
composer-discarded = Начатый ход сброшен, на доске ничего не изменилось.
composer-made = ✅ Ваш ход: { $turns }
next-game = Дальше: { $game }
key-next-game = Следующая партия
forced-offer = Снова единственный возможный ход. Делать такие ходы за вас?
key-forced = Делать их за меня
forced-on = Готово: теперь единственный возможный ход я делаю за вас сам. В партиях на рейтинг — только если и соперник этого хочет. Изменить можно в `/{ cmd-settings }`.

## Lists

games-none = Сейчас у вас нет партий. Сыграйте с компьютером, вызовите друга или любого желающего или начните с урока.
games-title = { $count ->
    [0] Сейчас у вас нет партий.
    [one] У вас { $count } партия:
    [few] У вас { $count } партии:
   *[other] У вас { $count } партий:
}
games-mine = 🔵 `#{ $number }` **Ваш ход**, соперник: { $other } — { $variant }
games-mine-until = 🔵 `#{ $number }` **Ваш ход**, соперник: { $other } — { $variant }, срок: { $when }
games-theirs = ⚪ `#{ $number }` Ходит { $other } — { $variant }
games-theirs-until = ⚪ `#{ $number }` Ходит { $other } — { $variant }, срок: { $when }
games-challenge-by = ✉️ Ваш вызов, соперник: { $other } — { $variant }
games-challenge-to = ✉️ { $other } вызывает вас — { $variant }
label-mine = { $other } · { $variant } · ваш ход
label-theirs = { $other } · { $variant } · ход соперника
which-game = Какая партия?

## Settings

settings = **Ваши настройки** — изменения действуют сразу.
settings-language = Язык
settings-board = Доска: цвета, размер или слова
settings-input = Кнопки или меню
settings-pings = Уведомления
settings-habits = Доска и вынужденные ходы
language-own = Язык: как в Discord
language-en = Язык: English
language-ru = Язык: Русский
language-pl = Язык: Polski
board-server = Доска: как на сервере
board-classic-normal = Доска: тёплое дерево
board-classic-large = Доска: тёплое дерево, крупно
board-classic-small = Доска: тёплое дерево, мелко
board-dark-normal = Доска: тёмная
board-dark-large = Доска: тёмная, крупно
board-dark-small = Доска: тёмная, мелко
board-contrast-normal = Доска: контрастная
board-contrast-large = Доска: контрастная, крупно
board-contrast-small = Доска: контрастная, мелко
board-words = Доска: словами, для программ экранного доступа
input-keys = Ходы: кнопками
input-menus = Ходы: через меню, для программ экранного доступа
pings-channel = Уведомления: там, где идёт партия
pings-direct = Уведомления: личным сообщением
habits-own-asked = Внизу я; вынужденный ход — вручную
habits-own-forced = Внизу я; вынужденный ход делает бот
habits-first-asked = Внизу первый игрок; вынужденный ход — вручную
habits-first-forced = Внизу первый игрок; вынужденный ход делает бот

server-not-yours = Менять это могут только те, кто управляет сервером.
server-language-own = как у сервера
server-language-en = английский
server-language-ru = русский
server-language-pl = польский

block-none = Вы никого не заблокировали.
block-list = Вы заблокировали: { $people }. Снять блокировку: `/{ cmd-block }` с параметрами `{ cmd-block-person }` и `{ cmd-block-allow }`.
block-strangers-yes = Незнакомцы могут вас вызывать.
block-strangers-no = Вызывать вас могут только те, с кем вы уже играли.

## Privacy and help

privacy = **Что о вас хранится**: ваш ID в Discord, ваши партии и вызовы, настройки, список заблокированных, отпуска, партии, за которыми вы следите, начатые ходы, загруженные партии и пройденные уроки. Ни имён, ни сообщений — только записки к вызовам и заметки к партиям. Всё это можно забрать файлом или удалить: тогда начатые партии считаются сданными, а законченные остаются без вас.
key-export = Выгрузить данные
key-forget = Удалить меня
forget-sure = Точно удалить всё? Начатые партии будут сданы, рейтинги исчезнут. Отменить это нельзя.
key-forget-surely = Да, удалить
forgotten = { $count ->
    [0] Всё о вас удалено.
    [one] Всё о вас удалено; сдана { $count } партия.
    [few] Всё о вас удалено; сданы { $count } партии.
   *[other] Всё о вас удалено; сдано { $count } партий.
}
help = **Hexpost** — партии в ZÈRTZ и TZAAR по переписке.
    { $challenge } — вызвать друга или любого желающего; { $lobby } — кто ждёт соперника; { $play } — сыграть с компьютером. Когда наступит ваш ход, придёт уведомление: нажмите **{ $button }** под доской или введите ход командой { $move }. Всё остальное — под кнопкой **{ $more }**.
    { $games } — ваши партии, { $board } и { $replay } покажут каждую. Подумать наперёд помогут { $analyse } и { $plan }, оглянуться назад — { $history }. Есть минутка? { $puzzle }. Турниры сервера: { $tournament }.
    Ошиблись? **{ $more }** → **Вернуть ход** или { $takeback }. Первые две минуты, пока соперник ничего не сделал, ход вернётся сразу; позже (а при «тронул — ходи» всегда) нужно согласие соперника.
    Впервые здесь? Уроки займут несколько минут.
