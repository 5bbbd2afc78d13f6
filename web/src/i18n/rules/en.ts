import type { RulesText, Section } from './types';

const draw: Section = { id: 'draw', title: 'Take cards', figures: ['row'], text: ['Take two cards, each from the open row or blind from the deck. A card taken from the row is replaced at once.', 'A locomotive from the row is the only card of the turn, and it cannot be the second one. Drawn blind it counts as any card.', 'When three of the five open cards are locomotives, the whole row is replaced.'] };
const claim: Section = { id: 'claim', title: 'Claim a track', figures: ['plain', 'grey'], text: ['Play as many cards as the track has spaces, all of its colour; grey tracks take any one colour. Locomotives stand for any colour.', 'Put a wagon on each space. It need not touch your other tracks. Longer tracks score more: 1, 2, 4, 7, 10, 15, 18, 21 points for 1 to 8 spaces.'] };
const parallel: Section = { id: 'parallel', title: 'Parallel tracks', figures: ['double', 'closed'], text: ['Nobody owns two of the same set of parallel tracks. With 2 or 3 players the others are closed as soon as one is claimed.'] };
const end: Section = { id: 'end', title: 'The end', text: ['When somebody has 2 wagons or fewer at the end of a turn, each player has one more turn, that one included.'] };

export const en: RulesText = {
  captions: { cards: 'Eight colours and the locomotive, each with its mark', row: 'The open row and the deck', plain: 'A red track: 3 red cards', grey: 'A grey track: any one colour', ferry: 'A ferry: at least the locomotives shown', tunnel: 'A tunnel: it may cost more', double: 'Parallel tracks', closed: 'One is taken, the other is closed', claimed: 'Claimed tracks', station: 'A station', passengers: 'Passengers wait at a city', country: 'A country at the border', points: 'Points by length', deck: 'The deck' },
  europe: [
    { id: 'goal', title: 'The goal', figures: ['claimed'], text: ['Join the cities on your tickets with tracks of your own. Most points win. Each player has 45 wagons and 3 stations.'] },
    { id: 'turn', title: 'Your turn', figures: ['cards'], text: ['Do one of four things: take cards, claim a track, draw tickets, or build a station.'] },
    draw, claim, parallel,
    { id: 'ferries', title: 'Ferries', figures: ['ferry'], text: ['A ferry is grey and shows locomotives. Your payment needs at least that many locomotives; the other cards are of one colour.'] },
    { id: 'tunnels', title: 'Tunnels', figures: ['tunnel'], text: ['Lay your payment; then three cards are turned up. Each of the colour you laid, and each locomotive, costs one more card of that colour or a locomotive.', 'If you cannot or will not pay, take your cards back: your turn is over. If you laid locomotives alone, only locomotives cost more.'] },
    { id: 'tickets', title: 'Tickets', text: ['At the start you are dealt one long and three regular tickets and keep at least two. Later you may draw three and keep at least one.', 'At the end a completed ticket adds its value, any other one subtracts it. Nobody sees your tickets before that.'] },
    { id: 'stations', title: 'Stations', figures: ['station'], text: ['Build one in any city that has none. The first costs 1 card, the second 2, the third 3 of one colour.', 'At the end each lets you use one track of another player at its city, for your tickets only. The program chooses the best one for you. A station not built is worth 4 points.'] },
    end,
    { id: 'score', title: 'The score', figures: ['points'], text: ['Tracks, tickets, 4 points for each unbuilt station, and 10 points for the European Express: the longest continuous line. It may pass a city many times but uses no track twice.', 'With equal points more completed tickets win, then fewer stations, then the Express.'] },
  ],
  germany: [
    { id: 'goal', title: 'The goal', figures: ['claimed'], text: ['Join the cities on your tickets and take passengers along. Most points win. Each player has 45 wagons.'] },
    { id: 'turn', title: 'Your turn', figures: ['cards'], text: ['Do one of three things: take cards, claim a track, or draw tickets.'] },
    draw, claim, parallel,
    { id: 'passengers', title: 'Passengers', figures: ['passengers'], text: ['After a claim you may take one passenger from each of the two places that you joined, and choose its colour.', 'At the end, for each of the six colours, the most are worth 20 points and the second most 10. Tied for the most: 20 each and no second place.'] },
    { id: 'tickets', title: 'Tickets', text: ['There are short and long tickets. At the start you draw four, name how many of each, and keep at least two. Later you draw four and keep at least one.', 'A completed ticket adds its value, any other one subtracts it.'] },
    { id: 'countries', title: 'Countries', figures: ['country'], text: ['A ticket may name a country. Any track into it reaches it. A country is a dead end: you cannot travel through it.'] },
    end,
    { id: 'score', title: 'The score', figures: ['points'], text: ['Tracks, tickets, passengers, and 15 points for the Globetrotter: whoever has completed the most tickets.', 'With equal points more completed tickets win, then more passengers.'] },
  ],
  'first-journey': [
    { id: 'goal', title: 'The goal', figures: ['claimed'], text: ['Be the first to complete six tickets. Each player has 20 wagons and always two open tickets.'] },
    { id: 'turn', title: 'Your turn', figures: ['deck'], text: ['Do one of three things: draw two cards from the deck, claim a track, or swap both tickets.'] },
    { id: 'claim', title: 'Claim a track', figures: ['plain'], text: ['Play as many cards of its colour as the track has spaces; locomotives stand for any colour. Put a wagon on each space.', 'Nobody owns both tracks between two cities; two players may have one each.'] },
    { id: 'tickets', title: 'Tickets', text: ['As soon as your wagons join both cities the ticket is complete: it is laid open and you get a new one.', 'Instead of drawing or claiming you may throw both tickets away and draw two new ones.'] },
    { id: 'east-west', title: 'East–West', text: ['Whoever joins an eastern city (Moscow, Rostov, Ankara) to a western one (Dublin, Brest, Madrid) gets an East–West ticket. It counts as a completed one; one for each player.'] },
    { id: 'end', title: 'The end', text: ['Whoever completes the sixth ticket wins at once. If somebody places their last wagon before that, most completed tickets win.'] },
  ],
};
