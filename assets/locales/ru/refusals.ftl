# Что не сделано, почему и что делать вместо этого.

refused-repeated = Это уже сделано.
refused-unknown-game = Такой партии больше нет.
refused-not-a-player = Это могут делать только игроки этой партии.
refused-not-your-turn = Сейчас ход соперника. Когда очередь дойдёт до вас, я сообщу.
refused-finished = Эта партия закончена.
refused-stale = Партия с тех пор изменилась. Посмотрите, пожалуйста, на последнюю доску.
refused-frozen = Партия приостановлена: эта версия бота не может её продолжить. Ничего не потеряно: она продолжится, как только это исправят.
refused-unfinished = Ход ещё не закончен. Выберите, пожалуйста, остальное.
refused-touched = Тронул — ходи: вы уже выбрали `{ $steps }`, ход должен начинаться с этого.

refused-nothing-offered = Отвечать не на что: ничего не предлагали или предложение отозвано.
refused-they-offered = Соперник предложил то же самое. Можно просто согласиться.
refused-already-offered = В этой позиции вы это уже предлагали. После следующего хода можно будет снова.
refused-own-offer = Это ваше собственное предложение или просьба: ответить может только соперник. Отозвать можно в меню под доской.
refused-too-late-to-abort = Оба игрока уже сделали ход, поэтому отменить партию нельзя, можно только сдаться.
refused-nothing-to-take-back = У вас ещё нет хода, который можно вернуть.
refused-has-clock = В этой партии есть часы: всё решат они.
refused-not-yet = Это станет возможно { $when }.
refused-no-notice = Сначала предупредите соперника, что собираетесь закрыть партию.

refused-unknown-challenge = Такого вызова больше нет.
refused-not-for-you = Этот вызов не для вас. Свой можно бросить командой `/{ cmd-challenge }`.
refused-own-challenge = Это ваш собственный вызов: принять его должен кто-то другой.
refused-decided-accepted = Этот вызов уже принят.
refused-decided-declined = Этот вызов отклонён.
refused-decided-withdrawn = Этот вызов отозван.
refused-decided-expired = Срок этого вызова истёк. Бросьте, пожалуйста, новый.
refused-wrong-channel = На этом сервере играют здесь: { $channels }.
refused-nobody-here = Здесь только мы с вами, и принять вызов некому. Укажите соперника или бросьте открытый вызов на сервере.
refused-oneself = С собой играть нельзя. Выберите кого-нибудь другого или оставьте вызов открытым для всех.
refused-bot = Боты не играют. Выберите, пожалуйста, человека или сыграйте с компьютером: `/{ cmd-play }`.
refused-identical = Вы уже бросили точно такой же вызов, и он ещё открыт.
refused-too-many = { $count ->
    [1] Одновременно можно держать { $count } открытый вызов. Сначала отзовите его.
    [one] Одновременно можно держать { $count } открытый вызов. Сначала отзовите какой-нибудь.
    [few] Одновременно можно держать { $count } открытых вызова. Сначала отзовите какой-нибудь.
   *[other] Одновременно можно держать { $count } открытых вызовов. Сначала отзовите какой-нибудь.
}
refused-variant = Такой игры или варианта нет. Есть: { $variants }.
refused-days = Такого темпа нет. Выберите от 1 до { $most } дней на ход или игру без часов.
refused-note = { $count ->
    [one] Записка слишком длинная: не больше { $count } знака.
   *[other] Записка слишком длинная: не больше { $count } знаков.
}
refused-blocked = Сыграть не получится: один из вас заблокировал другого.
refused-stranger = Этот игрок принимает вызовы только от тех, с кем уже играл.

## Введённые ходы

refused-unreadable = Не могу прочесть знак { $at } (`{ $found }`): { $expected }
refused-unreadable-end = Текст обрывается слишком рано: { $expected }
refused-illegal = Так нельзя: { $rule }
refused-illegal-turn = `{ $turn }` — так нельзя: { $rule }
refused-ambiguous = Это может означать несколько ходов. Какой из них: { $readings }?
refused-other-game = это ход из другой игры.

expected-turn = введите, пожалуйста, ход.
expected-cell = здесь ожидалось место, например d4.
expected-cell-of-board = на этом поле нет { $cell }.
expected-before-e9 = последнее место вертикали e здесь e8; на сайтах, которые считают и пустой центр, оно называется e9.
expected-letter-or-cell = ожидалась одна из букв { $letters } или место, например d4.
expected-letters = ожидались буквы из { $letters }.
expected-canonical = ожидалась обычная нотация.
expected-end = здесь ход должен был кончиться.
expected-shorter = таких длинных ходов не бывает.

## Турниры

refused-unknown-tournament = Такого турнира нет.
refused-tournament-server = Турниры проводятся на серверах. Создайте турнир там.
refused-not-an-organiser = На этом сервере турниры создают участники с одной из ролей: { $roles }.
refused-not-organiser = Это может только организатор или тот, кто управляет сервером.
refused-too-many-tournaments = { $count ->
    [one] Начала может ждать не больше { $count } вашего турнира. Сначала начните или отмените какой-нибудь.
   *[other] Начала может ждать не больше { $count } ваших турниров. Сначала начните или отмените какой-нибудь.
}
refused-tournament-name = { $count ->
    [one] Турниру нужно название: не больше { $count } знака.
   *[other] Турниру нужно название: не больше { $count } знаков.
}
refused-tournament-size = { $count ->
    [one] В таком турнире от { $least } до { $count } игрока.
   *[other] В таком турнире от { $least } до { $count } игроков.
}
refused-at-once = { $count ->
    [one] В таком турнире у игрока от { $least } до { $count } партии одновременно.
   *[other] В таком турнире у игрока от { $least } до { $count } партий одновременно.
}
refused-round-days = { $count ->
    [one] Тур длится от 1 до { $count } дня.
   *[other] Тур длится от 1 до { $count } дней.
}
refused-no-rounds = В турнире должен быть хотя бы один тур.
refused-vacation-cap = { $count ->
    [one] Предел отпуска — от 0 до { $count } дня.
   *[other] Предел отпуска — от 0 до { $count } дней.
}
refused-rating-band = Нижний рейтинг больше верхнего. Поменяйте их местами.
refused-already-entered = Этот участник уже есть в турнире.
refused-not-entered = Этого участника в турнире нет.
refused-tournament-full = { $count ->
    [one] Мест больше нет: занято { $count } место.
    [few] Мест больше нет: заняты все { $count } места.
   *[other] Мест больше нет: заняты все { $count } мест.
}
refused-needs-role = Этот турнир — для участников с ролью { $roles }.
refused-rating-too-low = Этот турнир — для игроков с рейтингом от { $rating }.
refused-rating-too-high = Этот турнир — для игроков с рейтингом до { $rating }.
refused-tournament-running = Турнир уже начался.
refused-tournament-over = Турнир уже закончен.
refused-not-started = Турнир ещё не начался.
refused-too-few-players = { $count ->
    [one] Для начала нужен хотя бы { $count } игрок.
    [few] Для начала нужны хотя бы { $count } игрока.
   *[other] Для начала нужны хотя бы { $count } игроков.
}
refused-has-withdrawn = Этот участник уже вышел из турнира.
refused-no-such-pairing = Такой партии в турнире нет.
refused-round-is-paired = По этому результату уже играется следующий тур, поэтому победителя матча изменить нельзя.
refused-no-deadline = У туров этого турнира нет срока.
refused-no-seat-to-choose = Нет решающей партии, в которой вы могли бы выбрать место.
refused-no-report = Турнир с выбыванием нельзя выгрузить в TRF. Выберите CSV или JSON.
refused-tournament-game = Турнирную партию отменить нельзя. Если что-то пошло не так, обратитесь к организатору.

## Правила ZÈRTZ

zertz-rule-game-over = партия закончена ({ $reason }).
zertz-rule-off-board = такого места нет на этом поле.
zertz-rule-capture-compulsory = { $count ->
    [100] захват обязателен (возможно захватов: { $count } или больше).
   *[other] захват обязателен (возможно захватов: { $count }).
}
zertz-rule-capture-demanded = { $count ->
    [100] ваш ход отклонён, теперь захват обязателен (возможно захватов: { $count } или больше).
   *[other] ваш ход отклонён, теперь захват обязателен (возможно захватов: { $count }).
}
zertz-rule-ignoring-ends-game = ход с пропущенным захватом не может закончить партию.
zertz-rule-not-in-pool = { $kind ->
    [W] в запасе нет белых шариков.
    [G] в запасе нет серых шариков.
   *[B] в запасе нет чёрных шариков.
}
zertz-rule-not-captured = { $kind ->
    [W] запас пуст, а захваченных белых шариков у вас нет.
    [G] запас пуст, а захваченных серых шариков у вас нет.
   *[B] запас пуст, а захваченных чёрных шариков у вас нет.
}
zertz-rule-no-ring = кольца { $cell } на поле уже нет.
zertz-rule-occupied = на { $cell } лежит шарик.
zertz-rule-not-free = кольцо { $cell } нельзя выдвинуть: рядом нет двух соседних мест без колец.
zertz-rule-under-marble = на { $cell } вы только что поставили шарик, это кольцо остаётся. Уберите другое.
zertz-rule-removal-compulsory = { $count ->
    [1] нужно убрать свободное кольцо (оно одно).
   *[other] нужно убрать одно из свободных колец (всего { $count }).
}
zertz-rule-nothing-to-leave = ход ничего не изолирует, оставлять нечего.
zertz-rule-claim-automatic = по этим правилам изолированные шарики забирают всегда.
zertz-rule-claim-ends-game = пустых колец не осталось, поэтому последние шарики оставить нельзя.
zertz-rule-no-marble = на { $cell } нет шарика.
zertz-rule-wrong-colour = шарик на { $cell } { $kind ->
    [W] белый
    [G] серый
   *[B] чёрный
}, а не { $said ->
    [W] белый
    [G] серый
   *[B] чёрный
}.
zertz-rule-wrong-captures = прыжки захватывают не те шарики, что указаны.
zertz-rule-wrong-claims = ход изолирует не те шарики, что указаны.
zertz-rule-no-jump = с { $from } на { $to } не прыгнуть: прыжок идёт на два места по прямой.
zertz-rule-nothing-jumped = на { $cell } нет шарика, через который можно прыгнуть.
zertz-rule-own-colour = через шарик того же цвета прыгать нельзя, а на { $cell } именно такой.
zertz-rule-must-jump-on = с { $cell } шарик обязан прыгать дальше.
zertz-rule-pass-not-forced = пасовать нельзя, пока есть другой ход.
zertz-rule-nothing-to-send-back = в предыдущем ходе захват не пропущен.

## Правила TZAAR

tzaar-rule-game-over = партия закончена ({ $reason }).
tzaar-rule-off-board = в центре нет места для фишки.
tzaar-rule-still-placing = сначала нужно расставить все фишки.
tzaar-rule-not-placing = все фишки уже на поле.
tzaar-rule-none-in-hand = { $kind ->
    [Z] все ваши фишки Tzaar уже поставлены.
    [R] все ваши фишки Tzarra уже поставлены.
   *[T] все ваши фишки Tott уже поставлены.
}
tzaar-rule-occupied = на { $cell } уже стоит фишка.
tzaar-rule-vacant = на { $cell } нет фишки.
tzaar-rule-not-yours = фишка на { $cell } принадлежит сопернику.
tzaar-rule-not-in-line = { $from } и { $to } не на одной прямой.
tzaar-rule-centre = между { $from } и { $to } пустой центр, он прерывает линию.
tzaar-rule-blocked = мешает фишка на { $cell }.
tzaar-rule-first-must-capture = ход начинается с захвата, а на { $cell } ваша собственная фишка.
tzaar-rule-stack-on-enemy = на { $cell } фишка соперника: её захватывают (x), а не укрепляют (+).
tzaar-rule-capture-own = на { $cell } ваша фишка: её укрепляют (+), а не захватывают (x).
tzaar-rule-higher = столбик на { $cell } слишком высок: высота { $height }, а у вас { $mover }.
tzaar-rule-opening-is-one-capture = самый первый ход — один захват, и больше ничего.
tzaar-rule-already-won = первый захват уже выигрывает, продолжать нечего.
tzaar-rule-second-missing = после захвата идёт второй захват, укрепление или пас (-).
