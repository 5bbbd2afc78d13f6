// Magyar.
import type { Messages } from './en';
import { plurals } from './plural';

const many = plurals('hu');
const cards = (n: number) => many(n, { other: 'lap' });
const wagons = (n: number) => many(n, { other: 'kocsi' });
const tickets = (n: number) => many(n, { other: 'menetjegy' });
const points = (n: number) => many(n, { other: 'pont' });
const players = (n: number) => many(n, { other: 'játékos' });

export const hu: Messages = {
  colour: { purple: 'lila', blue: 'kék', orange: 'narancs', white: 'fehér', green: 'zöld', yellow: 'sárga', black: 'fekete', red: 'piros', locomotive: 'mozdony', grey: 'szürke' },
  colourCount: { purple: (n) => `${n} lila`, blue: (n) => `${n} kék`, orange: (n) => `${n} narancs`, white: (n) => `${n} fehér`, green: (n) => `${n} zöld`, yellow: (n) => `${n} sárga`, black: (n) => `${n} fekete`, red: (n) => `${n} piros`, locomotive: (n) => `${n} mozdony` },
  count: { cards, wagons, tickets, points, players, stations: (n) => many(n, { other: 'állomás' }), passengers: (n) => many(n, { other: 'utas' }), spaces: (n) => many(n, { other: 'mező' }) },
  level: { easy: 'Könnyű', medium: 'Közepes', hard: 'Erős', expert: 'Mester' },
  computerName: (level, seat) => `${level} ${seat}`,
  common: { cancel: 'Mégse', close: 'Bezárás', back: 'Vissza', next: 'Tovább', home: 'Kezdőlap', you: 'te', computer: 'gép', menu: 'Menü', rules: 'Szabályok', settings: 'Beállítások', sound: 'Hang', soundOff: 'A hang ki van kapcsolva', language: 'Nyelv', and: 'és', skip: 'Átugrás', ruleOf: 'Szabály: {rule}', loading: 'Betöltés …', retry: 'Újra', },
  home: {
    title: 'Játssz most', sub: 'Gépi játékosok ellen, azonnal, fiók nélkül.', opponents: 'Ellenfelek', level: 'Erősség', board: 'Térkép',
    play: 'Játék: {board}', playersMinutes: '{min}–{max} játékos, kb. {minutes} perc',
    friends: 'Játék barátokkal', friendsSub: 'Nyiss asztalt, és oszd meg a linkjét vagy QR-kódját.', pass: 'Egy készüléken', passSub: 'Függöny takarja a lapokat két lépés között.',
    openTables: 'Nyitott asztalok', atTable: 'Az asztalnál', seats: 'Helyek', clock: 'Óra', seatsOf: '{taken} / {all}', join: 'Beülök', noTables: 'Most senki sem vár játékosra. Nyiss asztalt: itt jelenik meg.',
    continueTitle: 'Folytatás', open: 'Megnyitás', yourTurn: 'te jössz', othersTurn: 'mások jönnek', watchTitle: 'Nézd', watch: 'Nézem', finished: 'Befejezett játékaim', replay: 'Visszajátszás',
    with: 'velük: {names}', place: (n) => `${n}. hely`, abandoned: 'közösen befejezve', yourName: 'A neved', nameHint: 'Ezt látják a többiek az asztalnál.', passNames: 'Ki játszik?', passName: '{n}. játékos', addPlayer: 'Játékos hozzáadása', removePlayer: 'Eltávolítás', startPass: 'Kezdés', setTable: 'Asztal nyitása',
  },
  clock: { none: 'óra nélkül', turn: '{n} mp lépésenként', bank: '{m} perc játékosonként', bankPlus: '{m} perc játékosonként, +{s} mp lépésenként', days: (n) => `${n} nap lépésenként` },
  table: {
    title: 'Asztal', waiting: 'Játékosokra várunk', share: 'Oszd meg ezt a linket', copy: 'Link másolása', copied: 'Másolva.', qr: 'A link QR-kódja', seats: 'Helyek', free: 'szabad', takeSeat: 'Leülök', leave: 'Felállok', remove: 'Eltávolítás', addComputer: 'Gépi játékos', host: 'házigazda', away: 'távol', start: 'Játék indítása', startWhy: 'Előbb töltsd be vagy vedd el a szabad helyeket.', onlyHost: '{who} indítja a játékot.',
    options: 'Beállítások', players: 'Játékosok', first: 'Ki kezd', random: 'véletlenszerűen', custom: 'Szokás szerint: {custom}', listed: 'Látszódjon a kezdőlapon', watch: 'Mások nézhetik', closed: 'Ez az asztal már nincs meg. A házigazda elment.', missing: 'Nincs ilyen asztal. A link régi vagy elírták.', notWatchable: 'Ez a játék csak a játékosaié.', toHome: 'A kezdőlapra', chat: 'Beszélgetés', chatHint: 'Mondj valamit', send: 'Küldés', watching: (n) => `${n} ember nézi`,
    starts: { europe: 'aki a legtöbb európai országban járt', germany: 'a legidősebb játékos', 'first-journey': 'a legfiatalabb játékos' },
  },
  game: {
    round: '{n}. kör', start: 'kezdés', over: 'a játék vége', lastRound: 'utolsó kör', board: 'Térkép: {board}', zoomIn: 'Nagyítás', zoomOut: 'Kicsinyítés', whole: 'Az egész térkép', tracksList: 'Vonalak listában',
    players: 'Játékosok', points: 'pont', myTickets: 'Menetjegyeim', tickets: 'Menetjegyek', done: '{done} / {all} kész', log: 'Napló', hand: 'Lapjaim', row: 'Kirakott lapok és húzópakli', deck: 'Húzópakli', other: 'Más lépések', 
    drawTickets: 'Jegyhúzás', station: 'Állomás', swap: 'Jegycsere', pass: 'Passz', undo: 'Visszavonás', toGo: (n) => `még ${n}`, impossible: 'már nem köthető össze', ticketDone: 'kész', long: 'hosszú',
    wagonsLeft: 'maradt kocsi', cardsInHand: 'lap a kézben', ticketsHeld: 'menetjegy', stationsLeft: 'maradt állomás', passengersTaken: 'utas', completedTickets: 'teljesített jegyek', deckLeft: (n) => `Húzás a pakliból, még ${cards(n)}`, take: 'Elveszem: {card}', takeLoco: 'Mozdony elvétele, egyetlen lapként', emptyPlace: 'Üres hely', away: 'távol', playedBy: 'távol, gép játszik tovább', clockLeft: 'még {time}', eastWest: 'Kelet–Nyugat',
    drawTwo: (n) => `${cards(n)} húzása`, spectator: 'Nézed a játékot.', announceTurn: 'Te jössz.', stationsOf: 'Állomások', leaveGame: 'Kilépés a játékból', leaveSure: 'Gépi játékos folytatja a lapjaiddal. Bármikor visszajöhetsz.', takeBackSeat: 'Visszaveszem a helyem', computerHasSeat: 'A helyeden gépi játékos ül.', giveUp: 'Javaslom a játék befejezését', giveUpOn: 'Javasoltad a játék befejezését.', giveUpSeen: '{who} javasolja, hogy eredmény nélkül fejezzétek be.', agree: 'Egyetértek', withdraw: 'Visszavonom', noTicketsYet: 'Még nincs menetjegyed.', 
  },
  prompt: {
    turn: 'Te jössz.', turnShort: 'Vegyél lapot vagy foglalj vonalat.', turnRow: 'Vegyél el két lapot, foglalj le egy kiemelt vonalat vagy húzz menetjegyet.', turnStation: 'Vegyél el két lapot, foglalj le egy kiemelt vonalat, húzz menetjegyet vagy építs állomást.', turnRace: 'Húzz két lapot, foglalj le egy kiemelt vonalat vagy cseréld le a jegyeidet.',
    second: 'Még egy lap.', secondSub: 'Kirakott vagy a pakliból; kirakott mozdony nem.', keep: 'Válassz menetjegyeket.', keepSub: (n) => `Legalább ${n} maradjon nálad.`, split: 'Válassz menetjegyeket.', splitSub: 'Mondd meg, hány rövidet és hosszút húzol.', tunnel: 'Alagút.', tunnelSub: (n) => `Még ${cards(n)}, vagy vedd vissza a tieidet.`, passengers: 'Utasok.', passengersSub: 'Felveszel egyet itt: {place}?', pass: 'Nincs lehetséges lépés.', passSub: 'Passzolj.', wait: '{who} jön.', waitMe: 'A lépésed elküldése …', over: 'Vége a játéknak.', station: 'Állomás építése.', stationSub: 'Érints meg egy várost.', curtain: '{who} következik.', dealing: 'Osztás.',
  },
  claim: {
    title: 'Vonal lefoglalása', pay: 'Lefoglalom: {payment}', spaces: (n, c) => `${n} mező, ${c}`, anyColour: 'bármely egy szín', tunnel: 'Alagút', ferry: (n) => `Komp, ${n} mozdony`, left: 'marad: {cards}', odds: (n) => `${n} lapot fordítanak fel; minden ilyen szín vagy mozdony 1-gyel többe kerül.`, nothingMore: 'nincs több', nMore: (n) => `még ${n}`, notEnough: 'kevés', succeeds: 'eséllyel sikerül', owner: 'Már foglalt: {who}.', notTurn: 'A saját lépésedben foglalhatod le.',
  },
  tunnel: { title: 'Alagút: {track}', up: 'Felfordítva', extra: (n) => `Még ${cards(n)} fizetendő.`, pay: 'Fizetek: {payment}', decline: 'Visszaveszem a lapjaimat', },
  keep: { title: 'Menetjegyek kiválasztása', atLeast: (n) => `Legalább ${n} maradjon nálad.`, gone: 'A többi felfedés nélkül kikerül a játékból.', under: 'A többi a paklija aljára kerül.', shuffled: 'A többit visszakeverik a paklijába.', wagons: (n) => `legalább ${wagons(n)}`, shares: (n, with_) => `ebből ${n} közös: ${with_}`, mine: 'jegyeim', chosen: 'Kiválasztva', needed: 'Szükséges kocsi', neededOf: (n, all) => `legalább ${n} / ${all}`, keep: (n) => (n === 1 ? 'Ezt megtartom' : `Ezt a ${n} jegyet megtartom`), tooFew: (n) => `Válassz legalább ${n} jegyet.` },
  split: { title: 'Melyik fajtából hány jegyet húzol?', sub: 'A hosszúak többet érnek, és több kocsi kell hozzájuk.', of: '{a} rövid, {b} hosszú', draw: 'Húzok: {split}' },
  station: { title: 'Állomás: {city}', sub: 'A végén a jegyeidhez használhatod egy másik játékos egy vonalát ennél a városnál.', pay: 'Megépítem: {payment}', completes: 'Most ezt teljesítené: {tickets}.', completesNone: 'Most egyik jegyedet sem teljesíti.', keepPoints: (n) => `A meg nem épített állomás ${points(n)}.`, choose: 'Válassz várost' },
  passenger: { title: 'Felveszel egy utast itt: {place}?', take: 'Felveszem: {colour}', leave: 'Senkit', you: 'van {n}' },
  swapTickets: { title: 'Lecseréled mindkét jegyet?', sub: 'Két újat kapsz; a lépésed véget ér.', yes: 'Csere' },
  why: {
    missing: (n, c) => `${n} ${c} hiányzik.`, missingAny: (n) => `${cards(n)} hiányzik.`, not_your_turn: 'Nem te jössz.', game_over: 'Vége a játéknak.', dealing: 'Éppen osztanak.', finish_drawing: 'Előbb vedd el a második lapot.', finish_tickets: 'Előbb válaszd ki a jegyeidet.', finish_tunnel: 'Előbb dönts az alagútról.', finish_passengers: 'Előbb dönts az utasról.', choose_split_first: 'Előbb mondd meg, milyen jegyeket húzol.', track_taken: 'Ez a vonal már foglalt.', parallel_closed: (n) => `Lezárva: ${n} játékosnál ezek közül csak egy foglalható le.`, parallel_yours: 'A másik vonal a tied.', not_enough_wagons: 'Kevés a kocsid.', ferry_locomotives: (n) => `${n} mozdony kell hozzá.`, cannot_pay: 'Nincsenek meg a lapjaid hozzá.', city_has_station: 'Ebben a városban már van állomás.', no_station_left: 'Minden állomásodat megépítetted.', row_place_empty: 'Ez a hely üres.', locomotive_second: 'Kirakott mozdony nem lehet a második lap.', nothing_to_draw: 'Nincs több húzható lap.', no_tickets_left: 'Nincs több menetjegy.', keep_more: 'Többet kell megtartanod.', swap_needs_two: 'Két nyitott jegy kell hozzá.', swap_too_few_left: 'Túl kevés jegy maradt a cseréhez.', other: 'Ez most nem lehetséges.',
  },
  log: {
    cards: '{who} elvesz: {cards}', blind: (n) => (n === 1 ? 'egyet a pakliból' : `${n} lapot a pakliból`), drew: (n) => `{who} ${cards(n)}ot húz`, claim: '{who} lefoglalja: {track}', tunnelUp: 'felfordítva {cards}', nothing: 'nincs több fizetnivaló', extra: (n) => `még ${n} fizetendő`, declined: '{who} lemond az alagútról: {track}', station: '{who} állomást épít: {place}', ticketsKept: (kept, of) => `{who} jegyet húz, megtart ${kept}/${of}`, ticketsFirst: (kept) => `{who} megtart ${tickets(kept)}et`, passenger: '{who} utast vesz fel: {place}', noPassenger: '{who} nem vesz fel utast: {place}', swap: '{who} jegyet cserél', completed: '{who} teljesíti: {ticket}', eastWest: '{who} összeköti Keletet és Nyugatot', lastRound: 'Kezdődik az utolsó kör', flushed: 'Három mozdony: új lapok', refilled: 'Az eldobott lapokat megkeverték', pass: '{who} passzol', undo: '{who} visszavonja a lépést', computerTakes: '{who} helyett gép játszik', returns: '{who} visszatért', abandon: 'A játékot közösen befejezték', over: 'Vége a játéknak', empty: 'Még nem történt semmi.',
  },
  end: {
    wins: '{who} nyert: {points}', winsRace: '{who} nyert', shared: 'Közös győzelem: {who}, {points}', abandonedTitle: 'A játékot közösen befejezték', abandonedSub: 'Nincs eredmény.', by: { points: '{n} ponttal előzte meg: {second}.', goal: 'Elsőként érte el a célt.', most_completed: 'Pontegyenlőség; a több teljesített jegy döntött.', fewest_stations: 'Egyenlő pont és jegy; a kevesebb állomás döntött.', longest_line: 'Döntetlen; a leghosszabb vonal döntött.', most_passengers: 'Döntetlen; a több utas döntött.', shared: 'Mindenben egyenlő.' },
    player: 'Játékos', claims: 'Vonalak', ticketsDone: 'Menetjegyek', stations: 'Meg nem épített állomások', express: 'Európai Expressz', globetrotter: 'Világjáró', passengers: 'Utasok', completed: 'Teljesítve', total: 'Összesen', course: 'Pontok körről körre', final: 'vége', rematch: 'Visszavágó', rematchWait: 'Várunk a többiekre …', rematchAsked: '{who} visszavágót kér.', replay: 'Visszajátszás', download: 'Jegyzőkönyv letöltése', check: 'Az osztás ellenőrzése', stepTracks: 'Lefoglalt vonalak', stepTickets: '{who} menetjegyei', stepStations: 'Állomások', stepExpress: 'Leghosszabb vonal: {who}, {wagons}', stepGlobetrotter: 'Legtöbb teljesített jegy: {who}', stepPassengers: 'Utasok', stepTotal: 'Az eredmény', lent: '{station}: kölcsönvett vonal {track}', toTable: 'Az eredményhez', 
    checkTitle: 'Az osztás ellenőrzése', checkText: 'Az első lap előtt a szerver megmutatta a kulcsa ujjlenyomatát; most megmutatja a kulcsot. Ha a kulcs ujjlenyomata ugyanaz, az osztás rögzítve volt, mielőtt bárki lépett.', fingerprint: 'A korábban mutatott ujjlenyomat', key: 'Kulcs', checkGood: 'Egyezik: az osztást nem változtatták meg.', checkBad: 'Nem egyezik.', checkHow: 'Az egész játékot ellenőrzi: perron record verify',
  },
  replay: { title: 'Visszajátszás', move: '{n}. lépés / {all}', first: 'Az elejére', back: 'Egyet vissza', play: 'Lejátszás', pause: 'Megállítás', forward: 'Egyet előre', last: 'A végére', speed: 'Sebesség', seenFrom: 'Erről a helyről nézve', everyone: 'Mindenki', marks: 'minden jel egy lefoglalt vonal', missing: 'Ennek a játéknak még nincs jegyzőkönyve: folyamatban van.', slider: 'Hely a játékban' },
  settings: {
    title: 'Beállítások', theme: 'Megjelenés', light: 'világos', dark: 'sötét', system: 'a rendszer szerint', marks: 'Színjelek a vonalakon', sounds: 'Hangok', speed: 'Mozgások', speedOff: 'ki', speedNormal: 'rendes', speedFast: 'gyors', confirm: 'Foglalás megerősítése', never: 'soha', touch: 'csak érintésnél', always: 'mindig', names: 'Városnevek', namesBoard: 'ahogy nyomtatva van', namesOwn: 'a nyelvemen', notify: 'Értesíts, ha én jövök', on: 'be', off: 'ki', saved: 'Mentve.', notifyDenied: 'A böngésző nem enged értesítést ennek az oldalnak.',
  },
  connection: { offline: 'Nincs kapcsolat a szerverrel; újrapróbálom.', lost: 'Megszakadt a kapcsolat. A lépésed megvan; újrapróbálom.', connecting: 'Kapcsolódás …', refused: 'Ezt a munkamenetet egy másik készüléken befejezték.', newGuest: 'Tovább új vendégként', failed: 'Nem sikerült: {why}', stale: 'A játék továbbment; nézd meg újra.', busy: 'A szerver elfoglalt; próbáld újra.' },
  curtain: { title: 'Add át a készüléket: {who}', sub: 'A lapok rejtve vannak.', ready: 'Én vagyok {who}' },
  list: { title: 'Vonalak', filter: 'Mutasd', all: 'mind', can: 'amit lefoglalhatok', mine: 'enyém', free: 'szabad', claimedBy: 'foglalt, {who}', closed: 'lezárva', canNow: 'lefoglalható', none: 'Nincs.', },
  rulesPage: { title: 'Szabályok', play: 'Játszom ezzel', compatible: 'Összefér a(z) {game} szabályaival. Saját képek, saját szavak.' },
  sr: { claimed: '{who} lefoglalja: {track}', },
  errors: { load: 'Az oldal nem töltődött be teljesen. Nézd meg a kapcsolatot, és próbáld újra.', board: 'A térképet nem sikerült betölteni.' },
};
