# Commands: names (lower case, at most 32 characters) and descriptions (at most 100).

cmd-challenge = wyzwanie
cmd-challenge-about = Wyzwij na partię konkretną osobę albo każdego chętnego
cmd-challenge-game = gra
cmd-challenge-game-about = W co gramy
cmd-challenge-opponent = przeciwnik
cmd-challenge-opponent-about = Komu rzucić wyzwanie; pomiń, by mógł je przyjąć każdy
cmd-challenge-side = strona
cmd-challenge-side-about = Kto zaczyna; jeśli pominiesz, rozstrzygnie uczciwe losowanie
cmd-challenge-pace = tempo
cmd-challenge-pace-about = Czas na każdy ruch
cmd-challenge-note = notka
cmd-challenge-note-about = Kilka słów do przeciwnika
side-random = losowo
side-first = ja zaczynam
side-second = zaczyna przeciwnik

cmd-move = ruch
cmd-move-about = Wykonaj ruch: wpisz go albo zostaw puste pole i użyj przycisków
cmd-move-turn = zapis
cmd-move-turn-about = Ruch w notacji, np. Wd4-b2; podpowiedzi pomogą
cmd-move-game = partia
cmd-move-game-about = Która partia, jeśli masz ich kilka

cmd-board = plansza
cmd-board-about = Pokaż planszę: obecną pozycję albo wcześniejszą
cmd-board-game = partia
cmd-board-game-about = Która partia, jeśli masz ich kilka
cmd-board-turn = ruch
cmd-board-turn-about = Po którym ruchu; 0 to początek

cmd-games = partie
cmd-games-about = Twoje partie, najpilniejsze na górze

cmd-resign = poddaj
cmd-resign-about = Poddaj partię
cmd-resign-game = partia
cmd-resign-game-about = Którą partię, jeśli masz ich kilka

cmd-draw = remis
cmd-draw-about = Zaproponuj remis albo odpowiedz na propozycję
cmd-draw-game = partia
cmd-draw-game-about = W której partii, jeśli masz ich kilka

cmd-takeback = cofnij
cmd-takeback-about = Cofnij swój ostatni ruch albo poproś o to
cmd-takeback-game = partia
cmd-takeback-game-about = W której partii, jeśli masz ich kilka

cmd-settings = ustawienia
cmd-settings-about = Język, kolory, przyciski lub menu, powiadomienia

cmd-server = serwer
cmd-server-about = Jak się gra na tym serwerze
cmd-server-threads = wątki
cmd-server-threads-about = Osobny wątek dla każdej partii
cmd-server-latest = ostatnia
cmd-server-latest-about = Zostawiaj tylko ostatnią planszę partii
cmd-server-pace = tempo
cmd-server-pace-about = Czas na ruch, jeśli wyzwanie go nie podaje
cmd-server-language = język
cmd-server-language-about = Język wiadomości dla wszystkich
cmd-server-theme = kolory
cmd-server-theme-about = Kolory plansz, które widzą wszyscy

cmd-block = blokada
cmd-block-about = Kto może rzucać Ci wyzwania
cmd-block-person = osoba
cmd-block-person-about = Czyich wyzwań nie chcesz
cmd-block-allow = pozwól
cmd-block-allow-about = Znów przyjmuj wyzwania tej osoby
cmd-block-strangers = nieznajomi
cmd-block-strangers-about = Czy osoby, które jeszcze z Tobą nie grały, mogą rzucać Ci wyzwania?

cmd-privacy = prywatność
cmd-privacy-about = Jakie dane o Tobie są przechowywane; pobierz je albo usuń

cmd-help = pomoc
cmd-help-about = Jak zacząć

menu-challenge = Wyzwij na partię
