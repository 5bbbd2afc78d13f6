// English. The other languages have the same shape: the type Messages is made from this file, so that the compiler finds what
// is missing or left over. {who}, {track} and the like are filled in where the text is shown.
import { plurals } from './plural';

const many = plurals('en');
const cards = (n: number) => many(n, { one: 'card', other: 'cards' });
const wagons = (n: number) => many(n, { one: 'wagon', other: 'wagons' });
const tickets = (n: number) => many(n, { one: 'ticket', other: 'tickets' });
const points = (n: number) => many(n, { one: 'point', other: 'points' });
const players = (n: number) => many(n, { one: 'player', other: 'players' });

export const en = {
  colour: { purple: 'purple', blue: 'blue', orange: 'orange', white: 'white', green: 'green', yellow: 'yellow', black: 'black', red: 'red', locomotive: 'locomotive', grey: 'grey' },
  colourCount: {
    purple: (n: number) => `${n} purple`, blue: (n: number) => `${n} blue`, orange: (n: number) => `${n} orange`, white: (n: number) => `${n} white`,
    green: (n: number) => `${n} green`, yellow: (n: number) => `${n} yellow`, black: (n: number) => `${n} black`, red: (n: number) => `${n} red`,
    locomotive: (n: number) => many(n, { one: 'locomotive', other: 'locomotives' }),
  },
  count: { cards, wagons, tickets, points, players, stations: (n: number) => many(n, { one: 'station', other: 'stations' }), passengers: (n: number) => many(n, { one: 'passenger', other: 'passengers' }), spaces: (n: number) => many(n, { one: 'space', other: 'spaces' }) },
  level: { easy: 'Easy', medium: 'Medium', hard: 'Strong', expert: 'Expert' },
  computerName: (level: string, seat: number) => `${level} ${seat}`,
  common: { cancel: 'Cancel', close: 'Close', back: 'Back', next: 'Next', home: 'Home', you: 'you', computer: 'computer', menu: 'Menu', rules: 'Rules', settings: 'Settings', sound: 'Sound', soundOff: 'Sound is off', language: 'Language', and: 'and', skip: 'Skip', ruleOf: 'Rule: {rule}', loading: 'Loading …', retry: 'Try again', },
  home: {
    title: 'Play now', sub: 'Against computer players, at once, without an account.', opponents: 'Opponents', level: 'Level', board: 'Board',
    play: 'Play {board}', playersMinutes: '{min}–{max} players, about {minutes} min',
    friends: 'Play with friends', friendsSub: 'Set a table and share its link or QR code.', pass: 'Pass and play', passSub: 'One device; a curtain hides the hands.',
    openTables: 'Open tables', atTable: 'At the table', seats: 'Seats', clock: 'Clock', seatsOf: '{taken} of {all}', join: 'Join', noTables: 'Nobody waits for players just now. Set a table: it will be listed here.',
    continueTitle: 'Continue', open: 'Open', yourTurn: 'your turn', othersTurn: 'others are to move', watchTitle: 'Watch', watch: 'Watch', finished: 'My finished games', replay: 'Replay',
    with: 'with {names}', place: (n: number) => (n === 1 ? 'first' : n === 2 ? 'second' : n === 3 ? 'third' : `${n}th`), abandoned: 'given up together', yourName: 'Your name', nameHint: 'What others see at the table.', passNames: 'Who plays?', passName: 'Player {n}', addPlayer: 'Add a player', removePlayer: 'Remove', startPass: 'Start', setTable: 'Set a table',
  },
  clock: { none: 'no clock', turn: '{n} s a turn', bank: '{m} min a player', bankPlus: '{m} min a player, +{s} s a turn', days: (n: number) => `${many(n, { one: 'day', other: 'days' })} a turn` },
  table: {
    title: 'Table', waiting: 'Waiting for players', share: 'Share this link', copy: 'Copy the link', copied: 'Copied.', qr: 'QR code of the link', seats: 'Seats', free: 'free', takeSeat: 'Sit down', leave: 'Leave', remove: 'Remove', addComputer: 'Computer player', host: 'host', away: 'away', start: 'Start the game', startWhy: 'Fill or remove the free seats first.', onlyHost: '{who} starts the game.',
    options: 'Options', players: 'Players', first: 'Who begins', random: 'at random', custom: 'Custom: {custom}', listed: 'Listed on the first page', watch: 'Others may watch', closed: 'This table is gone. Its host has left.', missing: 'There is no such table. The link may be old or mistyped.', notWatchable: 'This game is for its players only.', toHome: 'To the first page', chat: 'Chat', chatHint: 'Say something', send: 'Send', watching: (n: number) => `${many(n, { one: 'person watches', other: 'people watch' })}`,
    starts: { europe: 'who has visited the most European countries', germany: 'the oldest player', 'first-journey': 'the youngest player' } as Record<string, string>,
  },
  game: {
    round: 'round {n}', start: 'opening', over: 'game over', lastRound: 'last round', board: 'Board of {board}', zoomIn: 'Zoom in', zoomOut: 'Zoom out', whole: 'Whole board', tracksList: 'Tracks as a list',
    players: 'Players', points: 'points', myTickets: 'My tickets', tickets: 'Tickets', done: '{done} of {all} done', log: 'Log', hand: 'My hand', row: 'Row and deck', deck: 'Deck', other: 'Other moves', 
    drawTickets: 'Draw tickets', station: 'Station', swap: 'Swap tickets', pass: 'Pass', undo: 'Take back', toGo: (n: number) => `${n} to go`, impossible: 'cannot be joined any more', ticketDone: 'done', long: 'long',
    wagonsLeft: 'wagons left', cardsInHand: 'cards in hand', ticketsHeld: 'tickets', stationsLeft: 'stations left', passengersTaken: 'passengers', completedTickets: 'completed tickets', deckLeft: (n: number) => `Draw blind, ${cards(n)} left`, take: 'Take {card}', takeLoco: 'Take locomotive, your only card', emptyPlace: 'Empty place', away: 'away', playedBy: 'away, a computer plays on', clockLeft: '{time} left', eastWest: 'East–West',
    drawTwo: (n: number) => `Draw ${cards(n)}`, spectator: 'You are watching.', announceTurn: 'It is your turn.', stationsOf: 'Stations', leaveGame: 'Leave the game', leaveSure: 'A computer player goes on with your cards. You can come back at any time.', takeBackSeat: 'Take my seat back', computerHasSeat: 'A computer player has your seat.', giveUp: 'Suggest to end the game', giveUpOn: 'You have suggested to end the game.', giveUpSeen: '{who} suggests to end the game without a result.', agree: 'Agree', withdraw: 'Withdraw', noTicketsYet: 'No tickets yet.', 
  },
  prompt: {
    turn: 'Your turn.', turnShort: 'Take cards or claim a track.', turnRow: 'Take two cards, claim a lit track or draw tickets.', turnStation: 'Take two cards, claim a lit track, draw tickets or build a station.', turnRace: 'Draw two cards, claim a lit track or swap your tickets.',
    second: 'One more card.', secondSub: 'From the row or the deck; no locomotive from the row.', keep: 'Choose tickets.', keepSub: (n: number) => `Keep at least ${n}.`, split: 'Choose your tickets.', splitSub: 'Name how many short and long ones you draw.', tunnel: 'Tunnel.', tunnelSub: (n: number) => `${cards(n)} more to pay, or take yours back.`, passengers: 'Passengers.', passengersSub: 'Take one from {place}?', pass: 'No move is possible.', passSub: 'Pass.', wait: '{who} is to move.', waitMe: 'Sending your move …', over: 'The game is over.', station: 'Build a station.', stationSub: 'Touch a city.', curtain: '{who} is next.', dealing: 'Cards are dealt.',
  },
  claim: {
    title: 'Claim', pay: 'Claim with {payment}', spaces: (n: number, colour: string) => `${many(n, { one: 'space', other: 'spaces' })}, ${colour}`, anyColour: 'any one colour', tunnel: 'Tunnel', ferry: (n: number) => `Ferry, ${many(n, { one: 'locomotive', other: 'locomotives' })}`, left: 'then {cards} left', odds: (n: number) => `${many(n, { one: 'card is', other: 'cards are' })} turned up; each of the colour or locomotive costs 1 more.`, nothingMore: 'nothing more', nMore: (n: number) => `${n} more`, notEnough: 'not enough', succeeds: 'succeeds', owner: 'Claimed by {who}.', notTurn: 'You can claim it in your turn.',
  },
  tunnel: { title: 'Tunnel {track}', up: 'Turned up', extra: (n: number) => `${cards(n)} more to pay.`, pay: 'Pay {payment}', decline: 'Take my cards back', },
  keep: { title: 'Choose tickets', atLeast: (n: number) => `Keep at least ${n}.`, gone: 'The others leave the game unseen.', under: 'The others go under their deck.', shuffled: 'The others are shuffled into their deck.', wagons: (n: number) => `at least ${wagons(n)}`, shares: (n: number, with_: string) => `${n} of them shared with ${with_}`, mine: 'my tickets', chosen: 'Chosen', needed: 'Wagons needed', neededOf: (n: number, all: number) => `at least ${n} of ${all}`, keep: (n: number) => (n === 1 ? 'Keep this one' : `Keep these ${n}`), tooFew: (n: number) => `Choose at least ${n}.` },
  split: { title: 'How many tickets of each kind?', sub: 'Long ones are worth more and take more wagons.', of: '{a} short, {b} long', draw: 'Draw {split}' },
  station: { title: 'Station in {city}', sub: 'Lets you use one track of another player at this city for your tickets, at the end.', pay: 'Build with {payment}', completes: 'Now it would complete: {tickets}.', completesNone: 'It completes no ticket of yours now.', keepPoints: (n: number) => `An unbuilt station is worth ${points(n)}.`, choose: 'Choose a city' },
  passenger: { title: 'Take a passenger from {place}?', take: 'Take {colour}', leave: 'Take none', you: 'you have {n}' },
  swapTickets: { title: 'Swap both tickets?', sub: 'You get two new ones; your turn ends.', yes: 'Swap' },
  why: {
    missing: (n: number, colour: string) => `${n} ${colour} missing.`, missingAny: (n: number) => `${cards(n)} missing.`, not_your_turn: 'It is not your turn.', game_over: 'The game is over.', dealing: 'Cards are being dealt.', finish_drawing: 'Take your second card first.', finish_tickets: 'Choose your tickets first.', finish_tunnel: 'Settle the tunnel first.', finish_passengers: 'Take or leave the passenger first.', choose_split_first: 'Name the kinds of tickets first.', track_taken: 'This track is claimed already.', parallel_closed: (n: number) => `Closed: in a game of ${n} only one of these tracks can be claimed.`, parallel_yours: 'You own the other track.', not_enough_wagons: 'Too few wagons left.', ferry_locomotives: (n: number) => `Needs ${many(n, { one: 'locomotive', other: 'locomotives' })}.`, cannot_pay: 'You do not have the cards.', city_has_station: 'This city has a station already.', no_station_left: 'You have built all your stations.', row_place_empty: 'This place is empty.', locomotive_second: 'A locomotive from the row can’t be the second card.', nothing_to_draw: 'No cards are left to draw.', no_tickets_left: 'No tickets are left.', keep_more: 'Keep more of them.', swap_needs_two: 'You need two open tickets.', swap_too_few_left: 'Too few tickets are left for a swap.', other: 'That is not possible now.',
  },
  log: {
    cards: '{who} took {cards}', blind: (n: number) => (n === 1 ? 'one blind' : `${n} blind`), drew: (n: number) => `{who} drew ${cards(n)}`, claim: '{who} claimed {track}', tunnelUp: 'turned up {cards}', nothing: 'nothing more to pay', extra: (n: number) => `${n} more to pay`, declined: '{who} gave up the tunnel {track}', station: '{who} built a station in {place}', ticketsKept: (kept: number, of: number) => `{who} drew tickets, kept ${kept} of ${of}`, ticketsFirst: (kept: number) => `{who} kept ${tickets(kept)}`, passenger: '{who} took a passenger from {place}', noPassenger: '{who} left the passengers of {place}', swap: '{who} swapped tickets', completed: '{who} completed {ticket}', eastWest: '{who} joined East and West', lastRound: 'The last round begins', flushed: 'Three locomotives: a new row', refilled: 'The discards were shuffled', pass: '{who} passed', undo: '{who} took the move back', computerTakes: 'A computer player plays for {who}', returns: '{who} is back', abandon: 'The game was ended together', over: 'The game is over', empty: 'Nothing has happened yet.',
  },
  end: {
    wins: '{who} wins: {points}', winsRace: '{who} wins', shared: '{who} share the victory: {points}', abandonedTitle: 'The game was ended together', abandonedSub: 'There is no result.', by: { points: 'By {n} points ahead of {second}.', goal: 'The goal was reached first.', most_completed: 'Level on points; more completed tickets decided.', fewest_stations: 'Level on points and tickets; fewer stations decided.', longest_line: 'Level; the longest line decided.', most_passengers: 'Level; more passengers decided.', shared: 'Level in everything.' } as Record<string, string>,
    player: 'Player', claims: 'Tracks', ticketsDone: 'Tickets', stations: 'Unbuilt stations', express: 'European Express', globetrotter: 'Globetrotter', passengers: 'Passengers', completed: 'Completed', total: 'Total', course: 'Points over the turns', final: 'final', rematch: 'Rematch', rematchWait: 'Waiting for the others …', rematchAsked: '{who} asks for a rematch.', replay: 'Replay', download: 'Download the record', check: 'Check the deal', stepTracks: 'Claimed tracks', stepTickets: 'Tickets of {who}', stepStations: 'Stations', stepExpress: 'Longest line: {who}, {wagons}', stepGlobetrotter: 'Most completed tickets: {who}', stepPassengers: 'Passengers', stepTotal: 'The result', lent: '{station}: borrowed {track}', toTable: 'To the result', 
    checkTitle: 'Check the deal', checkText: 'Before the first card was dealt the server showed the fingerprint of its key; now it shows the key. If the fingerprint of the key is the one shown before, the deal was fixed before anyone moved.', fingerprint: 'Fingerprint shown before', key: 'Key', checkGood: 'They fit: the deal was not changed.', checkBad: 'They do not fit.', checkHow: 'The whole game can be checked with: perron record verify',
  },
  replay: { title: 'Replay', move: 'Move {n} of {all}', first: 'To the beginning', back: 'One back', play: 'Play', pause: 'Pause', forward: 'One forward', last: 'To the end', speed: 'Speed', seenFrom: 'Seen from the seat of', everyone: 'Everyone', marks: 'each mark is a claimed track', missing: 'This game has no record yet: it is still being played.', slider: 'Position in the game' },
  settings: {
    title: 'Settings', theme: 'Theme', light: 'light', dark: 'dark', system: 'as the system', marks: 'Colour marks on tracks', sounds: 'Sounds', speed: 'Animations', speedOff: 'off', speedNormal: 'normal', speedFast: 'fast', confirm: 'Confirm claims', never: 'never', touch: 'touch only', always: 'always', names: 'City names', namesBoard: 'as printed', namesOwn: 'in my language', notify: 'Notify me of my turn', on: 'on', off: 'off', saved: 'Saved.', notifyDenied: 'The browser does not allow notifications for this page.',
  },
  connection: { offline: 'No connection to the server; trying again.', lost: 'Connection lost. Your move is kept; trying again.', connecting: 'Connecting …', refused: 'This session was ended on another device.', newGuest: 'Go on as a new guest', failed: 'That did not work: {why}', stale: 'The game has moved on; look again.', busy: 'The server is busy; try again.' },
  curtain: { title: 'Hand the device to {who}', sub: 'The hands are hidden.', ready: 'I am {who}' },
  list: { title: 'Tracks', filter: 'Show', all: 'all', can: 'that I can claim', mine: 'mine', free: 'free', claimedBy: 'claimed by {who}', closed: 'closed', canNow: 'can be claimed', none: 'None.', },
  rulesPage: { title: 'Rules', play: 'Play this game', compatible: 'Compatible with the rules of {game}. Own boards’ pictures, own words.' },
  sr: { claimed: '{who} claimed {track}', },
  errors: { load: 'The page could not be loaded completely. Look at your connection and try again.', board: 'The board could not be loaded.' },
};

export type Messages = typeof en;
