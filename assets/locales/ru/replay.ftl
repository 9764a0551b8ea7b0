# Looking back: replays, finished games, records, games brought along, the fair draw.

cmd-replay = просмотр
cmd-replay-about = Просмотреть партию: ход за ходом или анимацией
cmd-replay-game = партия
cmd-replay-game-about = Какая партия; в её ветке можно не указывать
cmd-replay-turn = ход
cmd-replay-turn-about = После какого хода; 0 — начало
cmd-replay-from = от
cmd-replay-from-about = Анимация начиная с этого хода
cmd-replay-to = до
cmd-replay-to-about = Анимация до этого хода

cmd-history = история
cmd-history-about = Ваши законченные партии
cmd-history-opponent = соперник
cmd-history-opponent-about = Только против этого игрока
cmd-history-game = игра
cmd-history-game-about = Только эта игра
cmd-history-variant = вариант
cmd-history-variant-about = Только этот вариант
cmd-history-result = результат
cmd-history-result-about = Только с таким результатом

cmd-import = импорт
cmd-import-about = Загрузить партию, сыгранную в другом месте
cmd-import-file = файл
cmd-import-file-about = Запись: текст или JSON от Hexpost, нотация gipf.com или ZEN
cmd-import-text = текст
cmd-import-text-about = То же текстом; без файла и текста покажу загруженные партии
cmd-import-board = поле
cmd-import-board-about = Поле, если в записи о нём не сказано

zertz-name = ZÈRTZ
tzaar-name = TZAAR
score-won = победа
score-lost = поражение
score-drawn = ничья
score-nothing = без результата

## Replays

key-jump = К ходу…
key-animation = Анимация
key-animation-part = Отрывок…
key-record = Скачать партию
key-fair = Как выпал жребий?
jump-title = Перейти к ходу
jump-turn = Номер хода (0 — начало)
part-title = Отрывок партии анимацией
part-from = С какого хода
part-to = По какой ход
no-such-turn = { $last ->
    [0] В этой партии ещё нет ходов.
   *[other] Такого хода нет: введите число от 0 до { $last }; у анимации начало не может быть позже конца.
}
animation = 🎞️ { $variant }, ходы с { $from } по { $to }
animation-alt = { $count ->
    [one] Анимация: { $count } ход.
    [few] Анимация: { $count } хода.
   *[other] Анимация: { $count } ходов.
}
animation-alt-ended = { $count ->
    [one] Анимация: { $count } ход, до конца партии. { $result }
    [few] Анимация: { $count } хода, до конца партии. { $result }
   *[other] Анимация: { $count } ходов, до конца партии. { $result }
}

exported-parts = { $count ->
    [1] Это всё, что о вас хранится.
    [one] Это всё, что о вас хранится, в { $count } части: если соединить их по порядку, получится один файл.
   *[other] Это всё, что о вас хранится, в { $count } частях: если соединить их по порядку, получится один файл.
}
exported-too-large = Данных слишком много, чтобы прислать их здесь. Попросите их, пожалуйста, у владельца бота.

## Finished games

history-title = **Ваши законченные партии**, последние сверху:
history-title-of = **Ваши законченные партии** ({ $filter }), последние сверху:
history-none = Таких партий пока нет.
history-none-yet = У вас пока нет законченных партий.
history-open = Просмотр партии…
history-won = 🏆 **Победа**, соперник: { $other } — { $variant }, { $count ->
    [one] { $count } ход
    [few] { $count } хода
   *[other] { $count } ходов
}, { $when }
history-lost = ▫️ **Поражение**, соперник: { $other } — { $variant }, { $count ->
    [one] { $count } ход
    [few] { $count } хода
   *[other] { $count } ходов
}, { $when }
history-drawn = 🤝 **Ничья**, соперник: { $other } — { $variant }, { $count ->
    [one] { $count } ход
    [few] { $count } хода
   *[other] { $count } ходов
}, { $when }
history-nothing = ✖️ **Без результата**, соперник: { $other } — { $variant }, { $count ->
    [one] { $count } ход
    [few] { $count } хода
   *[other] { $count } ходов
}, { $when }
key-latest = ⏮ Последние
key-older = Раньше ▶

## Records

record-files = { $variant }: партия файлами, для архива или других программ.
imported = 📥 **Загруженная партия** — { $variant }. Её видите только вы; она ни на что не влияет.
import-list = { $count ->
    [0] Вы ещё не загружали партий. Пришлите запись командой `/{ cmd-import }`, файлом или текстом: текст или JSON от Hexpost, нотация gipf.com или ZEN.
    [one] У вас { $count } загруженная партия (хранить можно { $most }).
    [few] У вас { $count } загруженные партии (хранить можно { $most }).
   *[other] У вас { $count } загруженных партий (хранить можно { $most }).
}
import-label = { $variant } · { $count ->
    [one] { $count } ход
    [few] { $count } хода
   *[other] { $count } ходов
} · { $date }
import-no-file = Не удалось получить файл из Discord. Пришлите его, пожалуйста, ещё раз.
import-drop-sure = Точно удалить эту загруженную партию?
import-dropped = Удалено.
key-import-drop = Удалить
key-import-drop-surely = Да, удалить
key-paste = Вставить запись
key-paste-again = Исправить
paste-title = Запись партии
paste-record = Запись
paste-example = например, 1. Wd4-a1 | Gd5-b1

refused-imports = { $count ->
    [one] Хранить можно { $count } загруженную партию. Сначала удалите её: она есть в `/{ cmd-import }`.
    [few] Хранить можно { $count } загруженные партии. Сначала удалите одну: список есть в `/{ cmd-import }`.
   *[other] Хранить можно { $count } загруженных партий. Сначала удалите одну: список есть в `/{ cmd-import }`.
}
record-empty = Партии здесь нет: ни одного хода.
record-large = Для записи партии это слишком много: читается не больше { $most } КиБ.
record-no-text = Это не текст. Запись партии — текстовый файл в UTF-8.
record-sgf = SGF не читается: ни один сайт не описал свой SGF для этих игр так, чтобы его можно было воспроизвести без догадок. Читаются текст и JSON от Hexpost, нотация gipf.com и ZEN.
record-json = Это не JSON с записью партии: строка { $line }, знак { $column }.
record-line = Строка { $line }: { $problem }
record-whole = Запись не удаётся воспроизвести: { $problem }
record-turn = ход { $number }: { $problem }
record-turn-of = ход { $number }, `{ $text }`: { $problem }
record-header = заголовок пишется так: [Имя "значение"].
record-unknown-header = заголовка `{ $text }` не бывает.
record-repeated-header = заголовок `{ $text }` повторяется.
record-missing-header = нет заголовка `{ $text }`.
record-variant = такой игры или варианта нет.
record-rules = партия по правилам версии `{ $text }`, здесь они неизвестны.
record-result = результат `{ $text }` не годится: нужен 1-0, 0-1, 1/2-1/2 или *.
record-result-and-ending = результат не подходит к тому, как кончается партия.
record-ending = партии не кончаются так: `{ $text }`.
record-round = дальше должен идти номер { $number }, а не `{ $text }`.
record-half-round = в строке два хода через черту; один ход может быть только в последней.
record-ended = партия закончилась до этого хода.
record-endless = таких длинных партий не бывает.
record-start = партия начинается с позиции, с которой здесь не начинают.
record-unclosed = у примечания или варианта только одна из двух скобок.
record-after-result = после результата ещё что-то есть. Присылайте, пожалуйста, по одной партии.
record-usual-board = { $problem } (Поле в записи не названо, поэтому взято поле из 37 колец. Если оно было другим, выберите его в параметре `{ cmd-import-board }`.)

## The fair draw

fair-title = **Как выпал жребий в партии #{ $game }**
fair-kept = Партия #{ $game } между этими же игроками была отменена меньше чем за день до этого, поэтому стороны и расстановка те же. Вот её жребий:
fair-deal-drawn = Расстановку решил жребий: номер { $seed }.
fair-deal-agreed = Начальная позиция была задана, её жребий не выбирал.
fair-sides-first = Первый ход по жребию — за вызвавшим.
fair-sides-second = Первый ход по жребию — за принявшим вызов.
fair-sides-agreed = О первом ходе договорились, жребия не было.
fair-commitment = • Вместе с вызовом был опубликован хеш секрета: `{ $commitment }`
fair-secret = • Сам секрет, открытый только после принятия вызова: `{ $secret }`
fair-card = • ID сообщения с вызовом: `{ $card }`
fair-no-card = • ID сообщения с вызовом не был известен, вместо него стоит 0.
fair-accept = • ID взаимодействия, которым вызов приняли: `{ $accept }`
fair-draw = • Их общий хеш и есть жребий: `{ $hash }`
fair-check = Проверить это самостоятельно можно на любом компьютере:
fair-read = Первая строка должна дать хеш из вызова. Во второй первые шестнадцать цифр — номер расстановки в шестнадцатеричной записи; если семнадцатая чётная, первым ходит вызвавший.
fair-trust = -# Игроки повлиять на это не могли, а владелец бота не смог бы, не оставив следа: Discord ставит ID взаимодействия на публичный ответ (`interaction_metadata.id`). Если ответ видел только один человек, публичного следа нет.
fair-wrong = ⚠️ Эта партия не соответствует жребию. Сообщите, пожалуйста, владельцу бота: `hexpost verify { $game }` покажет, что не так.
