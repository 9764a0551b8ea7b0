# Zadania: pozycje z wymuszoną wygraną.

cmd-puzzle = zadanie
cmd-puzzle-about = Rozwiąż zadanie: znajdź wygraną w kilku ruchach
cmd-puzzle-show = pokaż
cmd-puzzle-show-about = Co pokazać; domyślnie zadanie na miarę Twoich sił
cmd-puzzle-game = gra
cmd-puzzle-game-about = Gra; domyślnie ta, w którą grasz najczęściej
puzzle-show-next = Następne zadanie
puzzle-show-daily = Zadanie dnia
puzzle-show-results = Moje wyniki
puzzle-show-leaders = Najlepsi

key-puzzle-next = Następne zadanie
key-puzzle-daily = Zadanie dnia
key-puzzle-results = Moje wyniki
key-puzzle-leaders = Najlepsi
key-puzzle-solution = Pokaż rozwiązanie
key-puzzle-again = Jeszcze raz
key-puzzle-go-on = Dalej
key-puzzle-solve = Rozwiąż

puzzle-title = 🧩 **{ $game }: zadanie** · { $rating }
puzzle-title-daily = 🧩 **Zadanie dnia: { $game }** · { $rating }
puzzle-task = { $count ->
    [one] Twój ruch, a możesz nim **od razu wygrać**. Jak?
    [few] Twój ruch. **Wygraj w { $count } ruchach**, cokolwiek zrobi przeciwnik.
   *[other] Twój ruch. **Wygraj w { $count } ruchach**, cokolwiek zrobi przeciwnik.
}
puzzle-task-side = { $count ->
    [one] { $side }: Twój ruch, a możesz nim **od razu wygrać**. Jak?
    [few] { $side }: Twój ruch. **Wygraj w { $count } ruchach**, cokolwiek zrobi przeciwnik.
   *[other] { $side }: Twój ruch. **Wygraj w { $count } ruchach**, cokolwiek zrobi przeciwnik.
}
puzzle-right = ✅ **Dobrze!** Przeciwnik odpowiada `{ $reply }`: { $said }.
puzzle-solved = 🏆 **Rozwiązane!**
puzzle-solved-late = ✅ **To jest to.** Nie od razu, ale się udało.
puzzle-tried = Twoja próba: `{ $turn }`, czyli { $said }.
puzzle-loses = { $count ->
    [one] ❌ **Po tym przeciwnik od razu wygrywa** ruchem `{ $reply }`: { $said }.
    [few] ❌ **Po tym przeciwnik wygrywa w { $count } ruchach**, zaczynając od `{ $reply }`: { $said }.
   *[other] ❌ **Po tym przeciwnik wygrywa w { $count } ruchach**, zaczynając od `{ $reply }`: { $said }.
}
puzzle-loses-itself = ❌ **Ten ruch sam przegrywa partię.**
puzzle-draws = ❌ **Tak będzie tylko remis.**
puzzle-unclear = { $count ->
    [one] 🤔 **To nie wygrywa od razu.** Po `{ $reply }` ({ $said }) Twoje szanse to około { $chances }%. Spróbuj jeszcze raz, to nic nie kosztuje.
    [few] 🤔 **Może i to wygrywa, ale nie na siłę w { $count } ruchach.** Po `{ $reply }` ({ $said }) Twoje szanse to około { $chances }%. Spróbuj jeszcze raz, to nic nie kosztuje.
   *[other] 🤔 **Może i to wygrywa, ale nie na siłę w { $count } ruchach.** Po `{ $reply }` ({ $said }) Twoje szanse to około { $chances }%. Spróbuj jeszcze raz, to nic nie kosztuje.
}
puzzle-rated = Twój ranking w zadaniach: { $before } → **{ $after }**
puzzle-streak = { $count ->
    [one] 🔥 { $count } zadanie z rzędu bez błędu.
    [few] 🔥 { $count } zadania z rzędu bez błędu.
   *[other] 🔥 { $count } zadań z rzędu bez błędu.
}
puzzle-solution = **Rozwiązanie:** { $line }
puzzle-over = Rozwiązanie tego zadania już znasz.
puzzle-over-solved = ✅ To zadanie masz już rozwiązane.
puzzle-closed = Zadanie poczeka: **Dalej**, kiedy zechcesz.

puzzle-results = 🧩 **Twoje zadania**
puzzle-result = **{ $game }**: ranking **{ $rating }** · bez błędu { $solved } z { $count }
puzzle-streaks = z rzędu { $streak }, najlepiej { $best }
puzzle-results-none = Jeszcze nic. Wybierz grę i zaczynaj.
puzzle-leaders-server = **{ $game }, zadania: najlepsi na tym serwerze**
puzzle-leaders-overall = **{ $game }, zadania: najlepsi w ogóle**
puzzle-leaders-none = Nikt tu jeszcze nie skończył żadnego zadania. Bądź pierwszą osobą!
puzzle-leader = { $place } { $player } — **{ $rating }** ± { $deviation } · { $solved } z { $count }

puzzle-daily-last = Poprzednie zadanie: ||{ $line }||
key-server-puzzles = Zadanie dnia
server-puzzles-none = 🧩 **Zadanie dnia:** nigdzie. Wybierz kanał, a codziennie pojawi się tam zadanie z rozwiązaniem poprzedniego.
server-puzzles = 🧩 **Zadanie dnia:** na kanale { $channel }, codziennie o { $clock } ({ $zone }). Aby wyłączyć, usuń wybór kanału.
server-pick-puzzles = Kanał na zadanie dnia
server-pick-puzzle-hour = Pora dnia
server-puzzle-hour = Codziennie o { $clock }

refused-fair-play-puzzle = Ta pozycja stoi w partii, którą teraz grasz, więc zadanie poczeka do jej końca.
refused-unknown-puzzle = Nie ma już takiego zadania.
refused-no-puzzle-left = Znasz już wszystkie zadania z tej gry. Będą nowe!
refused-own-puzzle = To zadanie pochodzi z Twojej własnej partii, więc już je znasz.
refused-known-puzzle = W tej partii jest zadanie, ale takie, które już każdy może rozwiązać: `/puzzle`.
refused-no-puzzle-in-game = W ostatnich ruchach tej partii nie ma zadania: potrzebna jest wymuszona wygrana w 2–5 ruchach, którą zaczyna tylko kilka ruchów. Może w następnej partii!
refused-no-club-game = Zadanie można zrobić z zakończonej partii dwóch osób na serwerze.

# Zadania z partii na serwerze.

key-club-puzzle = Zrób zadanie
key-club-puzzle-suggest = Zaproponuj
key-club-puzzle-agree = Zgadzam się
key-club-puzzle-decline = Nie, dziękuję
key-club-puzzle-withdraw = To już nie zadanie
key-club-puzzle-remove = Usuń z tego serwera
key-club-puzzle-remove-surely = Tak, usuń

club-puzzle-found = 🧩 **W tej partii jest zadanie**, po ruchu { $ply }. Jeśli przeciwnik też się zgodzi, będą mogli je rozwiązywać członkowie tego serwera. Imiona nie będą widoczne.
club-puzzle-waits = 🧩 **Zadanie zaproponowane.** Trafi do zadań serwera, gdy tylko { $player } się zgodzi.
club-puzzle-asked = 🧩 **{ $player } proponuje zrobić z tej pozycji Waszej partii zadanie** dla członków tego serwera. Imiona nie będą widoczne. Zgadzasz się?
club-puzzle-agreed = 🧩 **Ta pozycja z Waszej partii jest zadaniem serwera.** Możesz zmienić zdanie w każdej chwili.
club-puzzle-ended = Z tej partii nie będzie zadania.
club-puzzle-remove = Usunąć to zadanie z serwera? Nie da się tego cofnąć.
club-puzzle-removed = 🧩 Zadanie zostało usunięte.
puzzle-from-here = 🏠 Z partii na tym serwerze.
puzzle-from-elsewhere = 🏠 Z partii na jednym z serwerów.
notice-puzzle-suggested = 🧩 { $player }, przeciwnik chce zrobić z tej pozycji Waszej partii zadanie, dla członków tego serwera i bez imion. **Zgadzasz się?**
notice-puzzle-agreed = 🧩 { $player }, przeciwnik się zgadza: pozycja z tej partii jest teraz wśród zadań serwera.
