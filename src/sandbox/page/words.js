// The page's own labels. What the bot says is the bot's business.

const plural = (locale, forms) => {
  const rules = new Intl.PluralRules(locale);
  return (count) => `${count} ${forms[rules.select(count)] ?? forms.other}`;
};
const sizeIn = (units, locale) => (bytes) => {
  const step = bytes < 1024 ? 0 : bytes < 1048576 ? 1 : 2;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: step ? 1 : 0 }).format(bytes / 1024 ** step);
  return `${number} ${units[step]}`;
};
const languages = { 'en-US': 'English', ru: 'Русский', pl: 'Polski' };

const english = {
  languages,
  tagline: 'a local Discord, on this computer only',
  oneView: 'One player', twoView: 'Two players', view: 'View', theme: 'Light or dark', developer: 'Developer',
  servers: 'Servers', channels: 'Channels', directMessages: 'Direct messages', openChannels: 'Show channels', noChannel: 'No channel',
  startDm: 'Write to', members: 'Members', unread: 'unread', mentions: plural('en', { one: 'mention', other: 'mentions' }),
  archived: 'archived', noPosts: 'No posts yet.',
  youAre: (name) => `You are ${name}. Switch person`, youAreShort: 'You are', paneOf: (name) => `Client of ${name}`, addPerson: 'Add a person…',
  message: 'Message', mention: 'Mention', more: 'Message actions', deleteMessage: 'Delete message', app: 'APP',
  yesterday: 'Yesterday', edited: '(edited)', used: 'used', thinking: (name) => `${name} is thinking…`,
  onlyYou: 'Only you can see this', dismiss: 'Dismiss message', newMessages: 'New',
  messageBy: (name, time) => `${name}, ${time}`, messagesIn: (channel) => `Messages in ${channel}`,
  welcome: (channel) => `This is the beginning of ${channel}.`, tip: 'Type / to see what the bot can do.',
  thread: 'Thread:', startedThread: (name) => `${name} started a thread:`, threadBegins: 'The thread begins here.', original: 'See the original message',
  picture: 'Picture', enlarge: (alt) => (alt ? `Enlarge picture: ${alt}` : 'Enlarge picture'), altText: 'Show the description', close: 'Close',
  spoiler: 'Spoiler, press to reveal', size: sizeIn(['B', 'KB', 'MB'], 'en'),
  unknownComponent: (type) => `The sandbox cannot show components of type ${type}.`,
  button: (emoji) => `Button ${emoji}`, choose: 'Choose', done: 'Done', interactionFailed: 'This interaction failed', noResponse: 'The application did not respond',
  submit: 'Submit', cancel: 'Cancel', modalFailed: 'Something went wrong. Try again.',
  send: 'Send', commands: 'Commands', suggestions: 'Suggestions', messageTo: (channel) => `Message ${channel}`,
  commandsOnly: 'You can only use commands here. Type /', cannotSend: 'You cannot write in this channel.', sending: (name) => `Sending /${name}…`,
  required: 'required', optional: 'optional', needed: 'This has to be filled in.', fromList: 'Choose one from the list.', numberNeeded: 'A number is needed.',
  atLeast: (least) => `At least ${least}.`, atMost: (most) => `At most ${most}.`, tooShort: (least) => `At least ${plural('en', { one: 'character', other: 'characters' })(least)}.`,
  noSuggestions: 'Loading options failed', yes: 'True', no: 'False',
  reconnecting: 'Connection lost. Trying again…', unreachable: 'The sandbox cannot be reached.',
  traffic: 'Wire traffic', filter: 'Filter', clear: 'Clear', noTraffic: 'Nothing yet.', toBot: 'to the bot', toSandbox: 'from the bot', request: 'Request', response: 'Response',
  misbehaviour: 'Misbehaviour', gateway: 'Gateway', dropGateway: 'Drop the connection', askReconnect: 'Ask to reconnect',
  invalidateResumable: 'Invalidate session (resumable)', invalidate: 'Invalidate session', redeliver: 'Repeat the last event', garble: 'Garble the next event', freeze: 'Freeze (no events)',
  answers: 'REST answers', answerWith: 'Answer with', times: 'times', path: 'path contains', set: 'Set', delay: 'Delay, ms', lose: 'Lose answers, times',
  planned: 'Planned:', nothingPlanned: 'All answers are honest.', clock: 'Clock', ahead: (text) => `Ahead by ${text}`, onTime: 'On time', hours: 'h', days: 'd', hour: '+1 hour', day: '+1 day', threeDays: '+3 days', week: '+1 week',
  name: 'Name', language: 'Language', add: 'Add', person: 'Person', channel: 'Channel', server: 'Server', textChannel: 'Text', forumChannel: 'Forum',
  dmsClosed: (name) => `${name}: direct messages closed`, deleteChannel: 'Delete', denySending: 'Forbid the bot to write', allowSending: 'Allow the bot to write',
  archive: 'Archive', unarchive: 'Unarchive', lock: 'Lock', unlock: 'Unlock', removeBot: 'Remove the bot', addBot: 'Add the bot', doneNote: 'Done.',
};

const russian = {
  languages,
  tagline: 'локальный Discord, только на этом компьютере',
  oneView: 'Один игрок', twoView: 'Два игрока', view: 'Вид', theme: 'Светлая или тёмная тема', developer: 'Разработчику',
  servers: 'Серверы', channels: 'Каналы', directMessages: 'Личные сообщения', openChannels: 'Показать каналы', noChannel: 'Канала нет',
  startDm: 'Написать', members: 'Участники', unread: 'есть непрочитанное', mentions: plural('ru', { one: 'упоминание', few: 'упоминания', many: 'упоминаний', other: 'упоминания' }),
  archived: 'в архиве', noPosts: 'Публикаций пока нет.',
  youAre: (name) => `Вы — ${name}. Сменить`, youAreShort: 'Вы', paneOf: (name) => `Клиент: ${name}`, addPerson: 'Добавить человека…',
  message: 'Написать', mention: 'Упомянуть', more: 'Действия с сообщением', deleteMessage: 'Удалить сообщение', app: 'БОТ',
  yesterday: 'Вчера,', edited: '(изменено)', used: 'использует', thinking: (name) => `${name} думает…`,
  onlyYou: 'Это видно только вам', dismiss: 'Скрыть сообщение', newMessages: 'Новое',
  messageBy: (name, time) => `${name}, ${time}`, messagesIn: (channel) => `Сообщения: ${channel}`,
  welcome: (channel) => `Здесь начинается ${channel}.`, tip: 'Введите /, чтобы увидеть, что умеет бот.',
  thread: 'Ветка:', startedThread: (name) => `${name} создаёт ветку:`, threadBegins: 'Здесь начинается ветка.', original: 'К исходному сообщению',
  picture: 'Изображение', enlarge: (alt) => (alt ? `Увеличить изображение: ${alt}` : 'Увеличить изображение'), altText: 'Показать описание', close: 'Закрыть',
  spoiler: 'Спойлер, нажмите, чтобы открыть', size: sizeIn(['Б', 'КБ', 'МБ'], 'ru'),
  unknownComponent: (type) => `Песочница не умеет показывать компоненты типа ${type}.`,
  button: (emoji) => `Кнопка ${emoji}`, choose: 'Выберите', done: 'Готово', interactionFailed: 'Ошибка взаимодействия', noResponse: 'Приложение не ответило',
  submit: 'Отправить', cancel: 'Отмена', modalFailed: 'Что-то пошло не так. Попробуйте ещё раз.',
  send: 'Отправить', commands: 'Команды', suggestions: 'Варианты', messageTo: (channel) => `Написать в ${channel}`,
  commandsOnly: 'Здесь можно только вводить команды. Начните с /', cannotSend: 'Вы не можете писать в этот канал.', sending: (name) => `Отправка /${name}…`,
  required: 'обязательно', optional: 'по желанию', needed: 'Это поле нужно заполнить.', fromList: 'Выберите из списка.', numberNeeded: 'Нужно число.',
  atLeast: (least) => `Не меньше ${least}.`, atMost: (most) => `Не больше ${most}.`, tooShort: (least) => `Минимальная длина — ${least}.`,
  noSuggestions: 'Не удалось загрузить варианты', yes: 'Да', no: 'Нет',
  reconnecting: 'Соединение потеряно. Подключаемся снова…', unreachable: 'Песочница недоступна.',
  traffic: 'Обмен данными', filter: 'Фильтр', clear: 'Очистить', noTraffic: 'Пока пусто.', toBot: 'боту', toSandbox: 'от бота', request: 'Запрос', response: 'Ответ',
  misbehaviour: 'Неполадки', gateway: 'Шлюз', dropGateway: 'Оборвать соединение', askReconnect: 'Попросить переподключиться',
  invalidateResumable: 'Сбросить сеанс (с продолжением)', invalidate: 'Сбросить сеанс', redeliver: 'Повторить последнее событие', garble: 'Исказить следующее событие', freeze: 'Заморозить (без событий)',
  answers: 'Ответы REST', answerWith: 'Отвечать', times: 'раз', path: 'путь содержит', set: 'Задать', delay: 'Задержка, мс', lose: 'Терять ответы, раз',
  planned: 'Запланировано:', nothingPlanned: 'Все ответы честные.', clock: 'Часы', ahead: (text) => `Впереди на ${text}`, onTime: 'Идут верно', hours: 'ч', days: 'д', hour: '+1 час', day: '+1 день', threeDays: '+3 дня', week: '+1 неделя',
  name: 'Имя', language: 'Язык', add: 'Добавить', person: 'Человек', channel: 'Канал', server: 'Сервер', textChannel: 'Текстовый', forumChannel: 'Форум',
  dmsClosed: (name) => `${name}: личные сообщения закрыты`, deleteChannel: 'Удалить', denySending: 'Запретить боту писать', allowSending: 'Разрешить боту писать',
  archive: 'В архив', unarchive: 'Из архива', lock: 'Закрыть', unlock: 'Открыть', removeBot: 'Убрать бота', addBot: 'Добавить бота', doneNote: 'Готово.',
};

const polish = {
  languages,
  tagline: 'lokalny Discord, tylko na tym komputerze',
  oneView: 'Jeden gracz', twoView: 'Dwóch graczy', view: 'Widok', theme: 'Jasny lub ciemny motyw', developer: 'Dla programisty',
  servers: 'Serwery', channels: 'Kanały', directMessages: 'Wiadomości prywatne', openChannels: 'Pokaż kanały', noChannel: 'Brak kanału',
  startDm: 'Napisz do', members: 'Uczestnicy', unread: 'nieprzeczytane', mentions: plural('pl', { one: 'wzmianka', few: 'wzmianki', many: 'wzmianek', other: 'wzmianki' }),
  archived: 'zarchiwizowany', noPosts: 'Nie ma jeszcze postów.',
  youAre: (name) => `Jesteś: ${name}. Zmień osobę`, youAreShort: 'Jesteś', paneOf: (name) => `Klient: ${name}`, addPerson: 'Dodaj osobę…',
  message: 'Napisz', mention: 'Wspomnij', more: 'Działania na wiadomości', deleteMessage: 'Usuń wiadomość', app: 'BOT',
  yesterday: 'Wczoraj,', edited: '(edytowano)', used: 'używa', thinking: (name) => `${name} myśli…`,
  onlyYou: 'Tylko ty to widzisz', dismiss: 'Ukryj wiadomość', newMessages: 'Nowe',
  messageBy: (name, time) => `${name}, ${time}`, messagesIn: (channel) => `Wiadomości: ${channel}`,
  welcome: (channel) => `Tu zaczyna się ${channel}.`, tip: 'Wpisz /, aby zobaczyć, co potrafi bot.',
  thread: 'Wątek:', startedThread: (name) => `${name} tworzy wątek:`, threadBegins: 'Tu zaczyna się wątek.', original: 'Zobacz pierwotną wiadomość',
  picture: 'Obraz', enlarge: (alt) => (alt ? `Powiększ obraz: ${alt}` : 'Powiększ obraz'), altText: 'Pokaż opis', close: 'Zamknij',
  spoiler: 'Spoiler, naciśnij, aby odkryć', size: sizeIn(['B', 'KB', 'MB'], 'pl'),
  unknownComponent: (type) => `Piaskownica nie potrafi pokazać komponentów typu ${type}.`,
  button: (emoji) => `Przycisk ${emoji}`, choose: 'Wybierz', done: 'Gotowe', interactionFailed: 'Interakcja nie powiodła się', noResponse: 'Aplikacja nie odpowiedziała',
  submit: 'Wyślij', cancel: 'Anuluj', modalFailed: 'Coś poszło nie tak. Spróbuj ponownie.',
  send: 'Wyślij', commands: 'Polecenia', suggestions: 'Podpowiedzi', messageTo: (channel) => `Napisz do ${channel}`,
  commandsOnly: 'Tutaj można używać tylko poleceń. Zacznij od /', cannotSend: 'Nie możesz pisać na tym kanale.', sending: (name) => `Wysyłanie /${name}…`,
  required: 'wymagane', optional: 'opcjonalne', needed: 'To pole trzeba wypełnić.', fromList: 'Wybierz z listy.', numberNeeded: 'Potrzebna jest liczba.',
  atLeast: (least) => `Co najmniej ${least}.`, atMost: (most) => `Co najwyżej ${most}.`, tooShort: (least) => `Minimalna długość: ${least}.`,
  noSuggestions: 'Nie udało się wczytać podpowiedzi', yes: 'Tak', no: 'Nie',
  reconnecting: 'Utracono połączenie. Łączymy ponownie…', unreachable: 'Piaskownica jest nieosiągalna.',
  traffic: 'Ruch sieciowy', filter: 'Filtr', clear: 'Wyczyść', noTraffic: 'Na razie nic.', toBot: 'do bota', toSandbox: 'od bota', request: 'Żądanie', response: 'Odpowiedź',
  misbehaviour: 'Zakłócenia', gateway: 'Brama', dropGateway: 'Zerwij połączenie', askReconnect: 'Poproś o ponowne połączenie',
  invalidateResumable: 'Unieważnij sesję (do wznowienia)', invalidate: 'Unieważnij sesję', redeliver: 'Powtórz ostatnie zdarzenie', garble: 'Zniekształć następne zdarzenie', freeze: 'Zamroź (bez zdarzeń)',
  answers: 'Odpowiedzi REST', answerWith: 'Odpowiadaj', times: 'razy', path: 'ścieżka zawiera', set: 'Ustaw', delay: 'Opóźnienie, ms', lose: 'Gub odpowiedzi, razy',
  planned: 'Zaplanowano:', nothingPlanned: 'Wszystkie odpowiedzi są rzetelne.', clock: 'Zegar', ahead: (text) => `Do przodu o ${text}`, onTime: 'Idzie dobrze', hours: 'godz.', days: 'd', hour: '+1 godzina', day: '+1 dzień', threeDays: '+3 dni', week: '+1 tydzień',
  name: 'Nazwa', language: 'Język', add: 'Dodaj', person: 'Osoba', channel: 'Kanał', server: 'Serwer', textChannel: 'Tekstowy', forumChannel: 'Forum',
  dmsClosed: (name) => `${name}: wiadomości prywatne zamknięte`, deleteChannel: 'Usuń', denySending: 'Zabroń botowi pisać', allowSending: 'Pozwól botowi pisać',
  archive: 'Archiwizuj', unarchive: 'Przywróć', lock: 'Zablokuj', unlock: 'Odblokuj', removeBot: 'Usuń bota', addBot: 'Dodaj bota', doneNote: 'Zrobione.',
};

export const wordsFor = (locale) => ({ ru: russian, pl: polish })[locale] ?? english;
