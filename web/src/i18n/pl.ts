// Polski.
import type { Messages } from './en';
import { plurals } from './plural';

const many = plurals('pl');
const cards = (n: number) => many(n, { one: 'karta', few: 'karty', many: 'kart', other: 'karty' });
const wagons = (n: number) => many(n, { one: 'wagon', few: 'wagony', many: 'wagonów', other: 'wagonu' });
const tickets = (n: number) => many(n, { one: 'bilet', few: 'bilety', many: 'biletów', other: 'biletu' });
const points = (n: number) => many(n, { one: 'punkt', few: 'punkty', many: 'punktów', other: 'punktu' });
const players = (n: number) => many(n, { one: 'gracz', few: 'gracze', many: 'graczy', other: 'gracza' });
const locomotives = (n: number) => many(n, { one: 'lokomotywa', few: 'lokomotywy', many: 'lokomotyw', other: 'lokomotywy' });
const colour = (one: string, few: string, lots: string) => (n: number) => many(n, { one, few, many: lots, other: lots });

export const pl: Messages = {
  colour: { purple: 'fioletowy', blue: 'niebieski', orange: 'pomarańczowy', white: 'biały', green: 'zielony', yellow: 'żółty', black: 'czarny', red: 'czerwony', locomotive: 'lokomotywa', grey: 'szary' },
  colourCount: {
    purple: colour('fioletowa', 'fioletowe', 'fioletowych'), blue: colour('niebieska', 'niebieskie', 'niebieskich'), orange: colour('pomarańczowa', 'pomarańczowe', 'pomarańczowych'), white: colour('biała', 'białe', 'białych'),
    green: colour('zielona', 'zielone', 'zielonych'), yellow: colour('żółta', 'żółte', 'żółtych'), black: colour('czarna', 'czarne', 'czarnych'), red: colour('czerwona', 'czerwone', 'czerwonych'), locomotive: locomotives,
  },
  count: { cards, wagons, tickets, points, players, stations: (n) => many(n, { one: 'dworzec', few: 'dworce', many: 'dworców', other: 'dworca' }), passengers: (n) => many(n, { one: 'pasażer', few: 'pasażerów', many: 'pasażerów', other: 'pasażera' }), spaces: (n) => many(n, { one: 'pole', few: 'pola', many: 'pól', other: 'pola' }) },
  level: { easy: 'Łatwy', medium: 'Średni', hard: 'Silny', expert: 'Mistrz' },
  computerName: (level, seat) => `${level} ${seat}`,
  common: { cancel: 'Anuluj', close: 'Zamknij', back: 'Wstecz', next: 'Dalej', home: 'Strona główna', you: 'ty', computer: 'komputer', menu: 'Menu', rules: 'Zasady', settings: 'Ustawienia', sound: 'Dźwięk', soundOff: 'Dźwięk wyłączony', language: 'Język', and: 'i', skip: 'Pomiń', ruleOf: 'Zasada: {rule}', loading: 'Wczytywanie …', retry: 'Spróbuj ponownie', },
  home: {
    title: 'Zagraj teraz', sub: 'Z graczami komputerowymi, od razu i bez konta.', opponents: 'Przeciwnicy', level: 'Poziom', board: 'Plansza',
    play: 'Zagraj: {board}', playersMinutes: '{min}–{max} graczy, ok. {minutes} min',
    friends: 'Graj ze znajomymi', friendsSub: 'Załóż stół i udostępnij link lub kod QR.', pass: 'Na jednym urządzeniu', passSub: 'Kurtyna zasłania karty między turami.',
    openTables: 'Otwarte stoły', atTable: 'Przy stole', seats: 'Miejsca', clock: 'Zegar', seatsOf: '{taken} z {all}', join: 'Dołącz', noTables: 'Nikt teraz nie czeka na graczy. Załóż stół: pojawi się tutaj.',
    continueTitle: 'Kontynuuj', open: 'Otwórz', yourTurn: 'twoja tura', othersTurn: 'ruch innych', watchTitle: 'Oglądaj', watch: 'Oglądaj', finished: 'Moje zakończone gry', replay: 'Powtórka',
    with: 'gracze: {names}', place: (n) => `${n}. miejsce`, abandoned: 'zakończona wspólnie', yourName: 'Twoje imię', nameHint: 'Tak widzą cię inni przy stole.', passNames: 'Kto gra?', passName: 'Gracz {n}', addPlayer: 'Dodaj gracza', removePlayer: 'Usuń', startPass: 'Zaczynamy', setTable: 'Załóż stół',
  },
  clock: { none: 'bez zegara', turn: '{n} s na turę', bank: '{m} min na gracza', bankPlus: '{m} min na gracza, +{s} s za turę', days: (n) => `${many(n, { one: 'dzień', few: 'dni', many: 'dni', other: 'dnia' })} na turę` },
  table: {
    title: 'Stół', waiting: 'Czekamy na graczy', share: 'Udostępnij ten link', copy: 'Kopiuj link', copied: 'Skopiowano.', qr: 'Kod QR linku', seats: 'Miejsca', free: 'wolne', takeSeat: 'Usiądź', leave: 'Wstań', remove: 'Usuń', addComputer: 'Gracz komputerowy', host: 'gospodarz', away: 'poza stołem', start: 'Zacznij grę', startWhy: 'Najpierw obsadź lub usuń wolne miejsca.', onlyHost: 'Grę zaczyna {who}.',
    options: 'Opcje', players: 'Gracze', first: 'Kto zaczyna', random: 'losowo', custom: 'Zwyczaj: {custom}', listed: 'Pokaż na stronie głównej', watch: 'Inni mogą oglądać', closed: 'Tego stołu już nie ma. Gospodarz odszedł.', missing: 'Nie ma takiego stołu. Link może być stary lub błędny.', notWatchable: 'Ta gra jest tylko dla jej graczy.', toHome: 'Na stronę główną', chat: 'Rozmowa', chatHint: 'Napisz coś', send: 'Wyślij', watching: (n) => many(n, { one: 'osoba ogląda', few: 'osoby oglądają', many: 'osób ogląda', other: 'osoby ogląda' }),
    starts: { europe: 'osoba, która odwiedziła najwięcej krajów Europy', germany: 'najstarsza osoba', 'first-journey': 'najmłodsza osoba' },
  },
  game: {
    round: 'runda {n}', start: 'otwarcie', over: 'koniec gry', lastRound: 'ostatnia runda', board: 'Plansza: {board}', zoomIn: 'Powiększ', zoomOut: 'Pomniejsz', whole: 'Cała plansza', tracksList: 'Trasy jako lista',
    players: 'Gracze', points: 'punkty', myTickets: 'Moje bilety', tickets: 'Bilety', done: 'gotowe {done} z {all}', log: 'Dziennik', hand: 'Moja ręka', row: 'Odkryte karty i stos', deck: 'Stos', other: 'Inne ruchy', 
    drawTickets: 'Dobierz bilety', station: 'Dworzec', swap: 'Wymień bilety', pass: 'Pas', undo: 'Cofnij', toGo: (n) => `brakuje ${n}`, impossible: 'nie da się już połączyć', ticketDone: 'gotowy', long: 'długi',
    wagonsLeft: 'pozostałe wagony', cardsInHand: 'karty na ręce', ticketsHeld: 'bilety', stationsLeft: 'pozostałe dworce', passengersTaken: 'pasażerowie', completedTickets: 'ukończone bilety', deckLeft: (n) => `Dobierz w ciemno, w stosie ${cards(n)}`, take: 'Weź: {card}', takeLoco: 'Weź lokomotywę, jako jedyną kartę', emptyPlace: 'Puste miejsce', away: 'poza stołem', playedBy: 'poza stołem, gra komputer', clockLeft: 'zostało {time}', eastWest: 'Wschód–Zachód',
    drawTwo: (n) => `Dobierz: ${cards(n)}`, spectator: 'Oglądasz grę.', announceTurn: 'Twoja tura.', stationsOf: 'Dworce', leaveGame: 'Opuść grę', leaveSure: 'Twoimi kartami zagra komputer. Możesz wrócić w każdej chwili.', takeBackSeat: 'Wróć na miejsce', computerHasSeat: 'Na twoim miejscu gra komputer.', giveUp: 'Zaproponuj koniec gry', giveUpOn: 'Zaproponowano koniec gry.', giveUpSeen: '{who} proponuje zakończyć grę bez wyniku.', agree: 'Zgoda', withdraw: 'Wycofaj', noTicketsYet: 'Nie masz jeszcze biletów.', 
  },
  prompt: {
    turn: 'Twoja tura.', turnShort: 'Weź karty albo zajmij trasę.', turnRow: 'Weź dwie karty, zajmij podświetloną trasę albo dobierz bilety.', turnStation: 'Weź dwie karty, zajmij podświetloną trasę, dobierz bilety albo zbuduj dworzec.', turnRace: 'Dobierz dwie karty, zajmij podświetloną trasę albo wymień bilety.',
    second: 'Jeszcze jedna karta.', secondSub: 'Odkryta lub ze stosu; bez odkrytej lokomotywy.', keep: 'Wybierz bilety.', keepSub: (n) => `Zatrzymaj co najmniej ${n}.`, split: 'Wybierz bilety.', splitSub: 'Podaj, ile krótkich i długich dobierasz.', tunnel: 'Tunel.', tunnelSub: (n) => `Dopłać: ${cards(n)}, albo zabierz swoje.`, passengers: 'Pasażerowie.', passengersSub: 'Zabrać kogoś z: {place}?', pass: 'Żaden ruch nie jest możliwy.', passSub: 'Spasuj.', wait: 'Ruch: {who}.', waitMe: 'Wysyłam twój ruch …', over: 'Koniec gry.', station: 'Zbuduj dworzec.', stationSub: 'Dotknij miasta.', curtain: 'Teraz: {who}.', dealing: 'Trwa rozdawanie kart.',
  },
  claim: {
    title: 'Zajmij trasę', pay: 'Zajmij za: {payment}', spaces: (n, c) => `${many(n, { one: 'pole', few: 'pola', many: 'pól', other: 'pola' })}, ${c}`, anyColour: 'dowolny jeden kolor', tunnel: 'Tunel', ferry: (n) => `Prom, ${locomotives(n)}`, left: 'zostanie: {cards}', odds: (n) => `Odkryte zostaną karty: ${n}; każda w tym kolorze lub lokomotywa kosztuje 1 więcej.`, nothingMore: 'bez dopłaty', nMore: (n) => `${n} więcej`, notEnough: 'za mało', succeeds: 'szans na sukces', owner: 'Zajęta, gracz: {who}.', notTurn: 'Możesz ją zająć w swojej turze.',
  },
  tunnel: { title: 'Tunel {track}', up: 'Odkryte', extra: (n) => `Do dopłaty: ${cards(n)}.`, pay: 'Dopłać: {payment}', decline: 'Zabierz karty', },
  keep: { title: 'Wybierz bilety', atLeast: (n) => `Zatrzymaj co najmniej ${n}.`, gone: 'Pozostałe opuszczają grę nieujawnione.', under: 'Pozostałe trafiają pod swój stos.', shuffled: 'Pozostałe wracają do swojego stosu, który się tasuje.', wagons: (n) => `co najmniej ${wagons(n)}`, shares: (n, with_) => `w tym ${n} wspólne z: ${with_}`, mine: 'moje bilety', chosen: 'Wybrano', needed: 'Potrzebne wagony', neededOf: (n, all) => `co najmniej ${n} z ${all}`, keep: (n) => (n === 1 ? 'Zatrzymaj ten' : `Zatrzymaj te ${n}`), tooFew: (n) => `Wybierz co najmniej ${n}.` },
  split: { title: 'Ile biletów każdego rodzaju?', sub: 'Długie są więcej warte i wymagają więcej wagonów.', of: 'krótkie: {a}, długie: {b}', draw: 'Dobierz – {split}' },
  station: { title: 'Dworzec: {city}', sub: 'Na koniec pozwala użyć do biletów jednej trasy innego gracza w tym mieście.', pay: 'Zbuduj za: {payment}', completes: 'Teraz ukończyłby: {tickets}.', completesNone: 'Teraz nie kończy żadnego biletu.', keepPoints: (n) => `Niewybudowany dworzec daje ${points(n)}.`, choose: 'Wybierz miasto' },
  passenger: { title: 'Zabrać pasażera z: {place}?', take: 'Weź: {colour}', leave: 'Nie zabieraj', you: 'masz {n}' },
  swapTickets: { title: 'Wymienić oba bilety?', sub: 'Dostajesz dwa nowe; twoja tura się kończy.', yes: 'Wymień' },
  why: {
    missing: (n, c) => `Brakuje: ${n} × ${c}.`, missingAny: (n) => `Brakuje: ${cards(n)}.`, not_your_turn: 'To nie twoja tura.', game_over: 'Gra się skończyła.', dealing: 'Trwa rozdawanie kart.', finish_drawing: 'Najpierw weź drugą kartę.', finish_tickets: 'Najpierw wybierz bilety.', finish_tunnel: 'Najpierw rozstrzygnij tunel.', finish_passengers: 'Najpierw zdecyduj o pasażerze.', choose_split_first: 'Najpierw podaj rodzaje biletów.', track_taken: 'Ta trasa jest już zajęta.', parallel_closed: (n) => `Zamknięta: przy ${n} graczach można zająć tylko jedną z tych tras.`, parallel_yours: 'Druga z tych tras jest twoja.', not_enough_wagons: 'Za mało wagonów.', ferry_locomotives: (n) => `Potrzeba: ${locomotives(n)}.`, cannot_pay: 'Nie masz tych kart.', city_has_station: 'W tym mieście stoi już dworzec.', no_station_left: 'Wszystkie dworce są zbudowane.', row_place_empty: 'To miejsce jest puste.', locomotive_second: 'Odkryta lokomotywa nie może być drugą kartą.', nothing_to_draw: 'Nie ma już kart.', no_tickets_left: 'Nie ma już biletów.', keep_more: 'Zatrzymaj więcej biletów.', swap_needs_two: 'Potrzebujesz dwóch biletów.', swap_too_few_left: 'Za mało biletów do wymiany.', other: 'Teraz to niemożliwe.',
  },
  log: {
    cards: '{who} bierze {cards}', blind: (n) => (n === 1 ? 'jedną w ciemno' : `${n} w ciemno`), drew: (n) => `{who} dobiera: ${cards(n)}`, claim: '{who} zajmuje {track}', tunnelUp: 'odkryte {cards}', nothing: 'bez dopłaty', extra: (n) => `dopłata ${n}`, declined: '{who} rezygnuje z tunelu {track}', station: '{who} buduje dworzec: {place}', ticketsKept: (kept, of) => `{who} dobiera bilety, zatrzymuje ${kept} z ${of}`, ticketsFirst: (kept) => `{who} zatrzymuje ${tickets(kept)}`, passenger: '{who} zabiera pasażera: {place}', noPassenger: '{who} nie zabiera pasażera: {place}', swap: '{who} wymienia bilety', completed: '{who} kończy bilet {ticket}', eastWest: '{who} łączy Wschód z Zachodem', lastRound: 'Zaczyna się ostatnia runda', flushed: 'Trzy lokomotywy: nowe odkryte karty', refilled: 'Przetasowano odrzucone karty', pass: '{who} pasuje', undo: '{who} cofa ruch', computerTakes: 'Za gracza {who} gra komputer', returns: '{who} wraca', abandon: 'Grę zakończono wspólnie', over: 'Koniec gry', empty: 'Jeszcze nic się nie wydarzyło.',
  },
  end: {
    wins: 'Wygrywa {who}: {points}', winsRace: 'Wygrywa {who}', shared: 'Wspólne zwycięstwo: {who}, {points}', abandonedTitle: 'Grę zakończono wspólnie', abandonedSub: 'Nie ma wyniku.', by: { points: 'Przewaga punktów: {n}; drugie miejsce: {second}.', goal: 'Cel został osiągnięty jako pierwszy.', most_completed: 'Równe punkty; decyduje więcej ukończonych biletów.', fewest_stations: 'Równe punkty i bilety; decyduje mniej dworców.', longest_line: 'Remis; decyduje najdłuższa linia.', most_passengers: 'Remis; decyduje więcej pasażerów.', shared: 'Równo pod każdym względem.' },
    player: 'Gracz', claims: 'Trasy', ticketsDone: 'Bilety', stations: 'Niewybudowane dworce', express: 'Europejski Ekspres', globetrotter: 'Globtroter', passengers: 'Pasażerowie', completed: 'Ukończone', total: 'Razem', course: 'Punkty w kolejnych rundach', final: 'finał', rematch: 'Rewanż', rematchWait: 'Czekamy na innych …', rematchAsked: '{who} prosi o rewanż.', replay: 'Powtórka', download: 'Pobierz zapis', check: 'Sprawdź rozdanie', stepTracks: 'Zajęte trasy', stepTickets: 'Bilety gracza {who}', stepStations: 'Dworce', stepExpress: 'Najdłuższa linia: {who}, {wagons}', stepGlobetrotter: 'Najwięcej ukończonych biletów: {who}', stepPassengers: 'Pasażerowie', stepTotal: 'Wynik', lent: '{station}: użyta trasa {track}', toTable: 'Do wyniku', 
    checkTitle: 'Sprawdź rozdanie', checkText: 'Przed pierwszą kartą serwer pokazał odcisk swojego klucza; teraz pokazuje klucz. Jeśli odcisk klucza jest taki sam, rozdanie było ustalone, zanim ktokolwiek się ruszył.', fingerprint: 'Odcisk pokazany wcześniej', key: 'Klucz', checkGood: 'Zgadza się: rozdania nie zmieniono.', checkBad: 'Nie zgadza się.', checkHow: 'Całą grę sprawdzi: perron record verify',
  },
  replay: { title: 'Powtórka', move: 'Ruch {n} z {all}', first: 'Na początek', back: 'Krok wstecz', play: 'Odtwarzaj', pause: 'Zatrzymaj', forward: 'Krok naprzód', last: 'Na koniec', speed: 'Tempo', seenFrom: 'Widziane z miejsca', everyone: 'Wszyscy', marks: 'każda kreska to zajęta trasa', missing: 'Tej gry nie ma jeszcze w zapisach: wciąż trwa.', slider: 'Miejsce w grze' },
  settings: {
    title: 'Ustawienia', theme: 'Wygląd', light: 'jasny', dark: 'ciemny', system: 'jak w systemie', marks: 'Znaki kolorów na trasach', sounds: 'Dźwięki', speed: 'Animacje', speedOff: 'wyłączone', speedNormal: 'zwykłe', speedFast: 'szybkie', confirm: 'Potwierdzaj zajęcie trasy', never: 'nigdy', touch: 'tylko przy dotyku', always: 'zawsze', names: 'Nazwy miast', namesBoard: 'jak w druku', namesOwn: 'w moim języku', notify: 'Powiadamiaj o mojej turze', on: 'tak', off: 'nie', saved: 'Zapisano.', notifyDenied: 'Przeglądarka nie pozwala tej stronie na powiadomienia.',
  },
  connection: { offline: 'Brak połączenia z serwerem; próbuję ponownie.', lost: 'Brak połączenia. Twój ruch jest zachowany; próbuję ponownie.', connecting: 'Łączenie …', refused: 'Tę sesję zakończono na innym urządzeniu.', newGuest: 'Dalej jako nowy gość', failed: 'Nie udało się: {why}', stale: 'Gra poszła dalej; spójrz jeszcze raz.', busy: 'Serwer jest zajęty; spróbuj ponownie.' },
  curtain: { title: 'Teraz gra {who}: podaj urządzenie', sub: 'Karty są zasłonięte.', ready: 'Tu {who}' },
  list: { title: 'Trasy', filter: 'Pokaż', all: 'wszystkie', can: 'które mogę zająć', mine: 'moje', free: 'wolne', claimedBy: 'zajęta, {who}', closed: 'zamknięta', canNow: 'można zająć', none: 'Brak.', },
  rulesPage: { title: 'Zasady', play: 'Zagraj w tę grę', compatible: 'Zgodne z zasadami gry {game}. Własne obrazy, własne słowa.' },
  sr: { claimed: '{who} zajmuje {track}', },
  errors: { load: 'Strona nie wczytała się w całości. Sprawdź połączenie i spróbuj ponownie.', board: 'Nie udało się wczytać planszy.' },
};
