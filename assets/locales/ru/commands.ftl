# Commands: names (lower case, at most 32 characters) and descriptions (at most 100).

cmd-challenge = вызов
cmd-challenge-about = Вызвать на партию игрока или любого желающего
cmd-challenge-game = игра
cmd-challenge-game-about = Во что играем
cmd-challenge-opponent = соперник
cmd-challenge-opponent-about = Кого вызвать; не указывайте, если принять может любой
cmd-challenge-side = сторона
cmd-challenge-side-about = За кем первый ход; если не указать, решит честный жребий
cmd-challenge-pace = темп
cmd-challenge-pace-about = Время на каждый ход
cmd-challenge-note = записка
cmd-challenge-note-about = Пара слов сопернику
side-random = по жребию
side-first = первый ход за мной
side-second = первый ход за соперником

cmd-move = ход
cmd-move-about = Сделать ход: введите его или ничего не указывайте, и появятся кнопки
cmd-move-turn = запись
cmd-move-turn-about = Ход в нотации, например Wd4-b2; подсказки помогут
cmd-move-game = партия
cmd-move-game-about = Какая партия, если их несколько

cmd-board = доска
cmd-board-about = Показать доску: сейчас или после любого хода
cmd-board-game = партия
cmd-board-game-about = Какая партия, если их несколько
cmd-board-turn = ход
cmd-board-turn-about = После какого хода; 0 — начало

cmd-games = партии
cmd-games-about = Ваши партии, самые срочные сверху

cmd-resign = сдаться
cmd-resign-about = Сдать партию
cmd-resign-game = партия
cmd-resign-game-about = Какую партию, если их несколько

cmd-draw = ничья
cmd-draw-about = Предложить ничью или ответить на предложение
cmd-draw-game = партия
cmd-draw-game-about = В какой партии, если их несколько

cmd-takeback = вернуть
cmd-takeback-about = Вернуть свой последний ход или попросить об этом
cmd-takeback-game = партия
cmd-takeback-game-about = В какой партии, если их несколько

cmd-settings = настройки
cmd-settings-about = Язык, цвета, кнопки или меню, уведомления

cmd-server = сервер
cmd-server-about = Как играют на этом сервере
cmd-server-threads = ветки
cmd-server-threads-about = Отдельная ветка для каждой партии
cmd-server-latest = последняя_доска
cmd-server-latest-about = Оставлять только последнюю доску партии
cmd-server-pace = темп
cmd-server-pace-about = Время на ход, если в вызове оно не указано
cmd-server-language = язык
cmd-server-language-about = Язык сообщений для всех
cmd-server-theme = цвета
cmd-server-theme-about = Цвета досок, которые видят все

cmd-block = блок
cmd-block-about = Кто может вас вызывать
cmd-block-person = игрок
cmd-block-person-about = Чьих вызовов вы не хотите
cmd-block-allow = разрешить
cmd-block-allow-about = Снова разрешить этому игроку вас вызывать
cmd-block-strangers = незнакомцы
cmd-block-strangers-about = Могут ли вызывать те, с кем вы ещё не играли?

cmd-privacy = данные
cmd-privacy-about = Что о вас хранится; забрать с собой или удалить

cmd-help = помощь
cmd-help-about = С чего начать

menu-challenge = Вызвать на партию
