# Drabinka serwera: wyzywaj graczy stojących wyżej i zajmuj ich miejsca.

cmd-ladder = drabinka
cmd-ladder-about = Drabinka serwera: pokonuj graczy stojących wyżej i zajmuj ich miejsca
cmd-ladder-action = czynność
cmd-ladder-action-about = Co zrobić; jeśli pominiesz, zobaczysz tabelę
cmd-ladder-opponent = przeciwnik
cmd-ladder-opponent-about = Kogo wyzywasz: każdego do 10 miejsc nad tobą
ladders-action-join = Dołącz
ladders-action-leave = Opuść
ladders-action-challenge = Wyzwij kogoś
ladders-action-table = Tabela

key-ladder-join = Dołącz
key-ladder-leave = Opuść drabinkę
key-ladder-challenge = Wyzwij kogoś
key-ladder-own = Moje miejsce
key-ladder-begin = Rozpocznij partię

ladders-title = 🪜 **Drabinka** · { $terms }
ladders-heading = Drabinka: { $variant }
ladders-count = { $count ->
    [one] { $count } gracz
    [few] { $count } graczy
   *[other] { $count } graczy
}
ladders-dot = ● gra
ladders-rated = rankingowa
ladders-unrated = nierankingowa
ladders-none = Nikogo tu jeszcze nie ma. **Dołącz**, a pierwsze miejsce będzie twoje!
ladders-game = ⚔️ { $challenger } → { $opponent }: { $place }
ladders-more = { $count ->
    [one] … i jeszcze { $count } partia
    [few] … i jeszcze { $count } partie
   *[other] … i jeszcze { $count } partii
}
ladders-how = { $count ->
    [one] -# Wyzwij gracza tuż nad tobą: partia zaczyna się od razu, a jeśli wygrasz, zajmujesz jego miejsce. Komu skończy się czas, ten odpada.
    [few] -# Wyzwij każdego do { $count } miejsc nad tobą: partia zaczyna się od razu, a jeśli wygrasz, zajmujesz jego miejsce. Komu skończy się czas, ten odpada.
   *[other] -# Wyzwij każdego do { $count } miejsc nad tobą: partia zaczyna się od razu, a jeśli wygrasz, zajmujesz jego miejsce. Komu skończy się czas, ten odpada.
}
ladders-own = Twoje miejsce: **{ $place }**.
ladders-own-none = Nie ma cię jeszcze na drabince.
ladders-joined = ✅ Jesteś na drabince, na miejscu **{ $place }**. Powodzenia w drodze na szczyt!
ladders-left = Opuszczasz drabinkę. W każdej chwili możesz wrócić, zaczynając od dołu.
ladders-leave-ask = Opuścić drabinkę? Stracisz swoje miejsce, a rozpoczęte partie toczą się dalej, ale już się na niej nie liczą. Po powrocie zaczniesz od dołu.
ladders-opponents = Kogo wyzywasz? Partia zaczyna się od razu.
ladders-nobody = Nie ma teraz kogo wyzwać: albo nikt nie stoi nad tobą, albo z tymi graczami już grasz lub zdarzyło się to w ciągu ostatnich siedmiu dni, albo mają już po trzy wyzwania.
ladders-pick = Wybierz gracza
ladders-ask = Wyzwać gracza { $opponent } (miejsce { $place })? Partia zaczyna się od razu: { $terms }. O tym, kto zaczyna, decyduje losowanie.
ladders-begun = ✅ Partia z graczem { $opponent } się zaczyna. Dam znać gdzie.
ladders-begun-place = ✅ Partia z graczem { $opponent } się zaczyna → { $place }
ladders-no-server = Drabinki działają tylko na serwerach.
ladders-no-bot = Żeby prowadzić drabinkę, muszę być na tym serwerze: może mnie dodać ktoś, kto nim zarządza.
ladders-took = 🪜 { $player } zajmuje na drabince miejsce { $place }.
ladders-dropped = 🪜 { $player } odpada z drabinki; można wrócić, zaczynając od dołu.
notice-ladder = 🪜 { $challenger } wyzywa na drabince gracza { $opponent }.

key-server-ladder = Drabinka
server-ladder-none = 🪜 **Drabinka:** brak. Wybierz kanał, na którym będą się toczyć partie i pojawi się tabela, a drabinka się otworzy.
server-ladder = 🪜 **Drabinka:** na kanale { $channel } · { $terms }. Nowa gra albo tempo obowiązują od następnego wyzwania. Aby ją zamknąć, usuń wybór kanału: wszyscy zachowają swoje miejsca.
server-pick-ladder = Kanał drabinki
server-pick-ladder-rated = Rankingowa czy nie

refused-no-ladder = Nie ma tu drabinki. Może ją otworzyć ktoś, kto zarządza serwerem: `/{ cmd-server }`.
refused-on-ladder = Jesteś już na drabince.
refused-not-on-ladder = Nie ma cię na drabince. Najpierw dołącz.
refused-ladder-full = { $count ->
    [one] Drabinka jest pełna: mieści się na niej { $count } gracz.
    [few] Drabinka jest pełna: mieści się na niej { $count } graczy.
   *[other] Drabinka jest pełna: mieści się na niej { $count } graczy.
}
refused-opponent-not-on-ladder = Tego gracza nie ma na drabince albo już go tam nie ma.
refused-ladder-not-above = Na drabince można wyzwać tylko graczy stojących wyżej.
refused-ladder-too-far = { $count ->
    [one] Ten gracz stoi za wysoko: możesz wyzwać tego tuż nad tobą.
    [few] Ten gracz stoi za wysoko: możesz wyzwać każdego do { $count } miejsc nad tobą.
   *[other] Ten gracz stoi za wysoko: możesz wyzwać każdego do { $count } miejsc nad tobą.
}
refused-ladder-playing = Gracie już ze sobą partię na drabince.
refused-ladder-incoming = { $count ->
    [one] Ten gracz ma już { $count } wyzwanie. Poczekaj, aż tamta partia się skończy, albo wybierz kogoś innego.
    [few] Ten gracz ma już { $count } wyzwania. Poczekaj, aż jedna z tych partii się skończy, albo wybierz kogoś innego.
   *[other] Ten gracz ma już { $count } wyzwań. Poczekaj, aż jedna z tych partii się skończy, albo wybierz kogoś innego.
}
refused-ladder-too-soon = Dopiero co ze sobą graliście. Wyzwać tego gracza ponownie możesz { $when }.
