import type { RulesText, Section } from './types';

const draw: Section = { id: 'draw', title: 'Karten nehmen', figures: ['row'], text: ['Nimm zwei Karten, jede aus der Auslage oder verdeckt vom Stapel. Eine Karte aus der Auslage wird sofort ersetzt.', 'Eine offene Lokomotive ist die einzige Karte des Zuges und kann nicht die zweite sein. Verdeckt gezogen zählt sie wie jede Karte.', 'Sind drei der fünf offenen Karten Lokomotiven, wird die ganze Auslage ersetzt.'] };
const claim: Section = { id: 'claim', title: 'Eine Strecke bauen', figures: ['plain', 'grey'], text: ['Spiele so viele Karten, wie die Strecke Felder hat, alle in ihrer Farbe; graue Strecken nehmen eine beliebige Farbe. Lokomotiven stehen für jede Farbe.', 'Setze auf jedes Feld einen Wagen. Die Strecke muss deine anderen nicht berühren. Längere bringen mehr: 1, 2, 4, 7, 10, 15, 18, 21 Punkte für 1 bis 8 Felder.'] };
const parallel: Section = { id: 'parallel', title: 'Parallele Strecken', figures: ['double', 'closed'], text: ['Niemand besitzt zwei derselben parallelen Strecken. Zu zweit und zu dritt sind die anderen geschlossen, sobald eine gebaut ist.'] };
const end: Section = { id: 'end', title: 'Das Ende', text: ['Hat jemand am Ende seines Zuges höchstens 2 Wagen, so hat jeder noch einen Zug, auch er selbst.'] };

export const de: RulesText = {
  captions: { cards: 'Acht Farben und die Lokomotive, jede mit ihrem Zeichen', row: 'Auslage und Stapel', plain: 'Eine rote Strecke: 3 rote Karten', grey: 'Eine graue Strecke: eine beliebige Farbe', ferry: 'Eine Fähre: mindestens die gezeigten Lokomotiven', tunnel: 'Ein Tunnel: er kann mehr kosten', double: 'Parallele Strecken', closed: 'Eine ist gebaut, die andere geschlossen', claimed: 'Gebaute Strecken', station: 'Ein Bahnhof', passengers: 'Passagiere warten in einer Stadt', country: 'Ein Land an der Grenze', points: 'Punkte nach Länge', deck: 'Der Stapel' },
  europe: [
    { id: 'goal', title: 'Das Ziel', figures: ['claimed'], text: ['Verbinde die Städte deiner Tickets mit eigenen Strecken. Die meisten Punkte gewinnen. Jeder hat 45 Wagen und 3 Bahnhöfe.'] },
    { id: 'turn', title: 'Dein Zug', figures: ['cards'], text: ['Tu eines von vieren: Karten nehmen, eine Strecke bauen, Tickets ziehen oder einen Bahnhof bauen.'] },
    draw, claim, parallel,
    { id: 'ferries', title: 'Fähren', figures: ['ferry'], text: ['Eine Fähre ist grau und zeigt Lokomotiven. Mindestens so viele müssen in deiner Zahlung sein; die anderen Karten sind von einer Farbe.'] },
    { id: 'tunnels', title: 'Tunnel', figures: ['tunnel'], text: ['Lege deine Zahlung; dann werden drei Karten aufgedeckt. Jede der gelegten Farbe und jede Lokomotive kostet eine weitere Karte dieser Farbe oder eine Lokomotive.', 'Kannst oder willst du nicht zahlen, nimm deine Karten zurück: Dein Zug ist vorbei. Hast du nur Lokomotiven gelegt, kosten nur Lokomotiven mehr.'] },
    { id: 'tickets', title: 'Tickets', text: ['Am Anfang bekommst du ein langes und drei normale Tickets und behältst mindestens zwei. Später kannst du drei ziehen und mindestens eines behalten.', 'Am Ende zählt ein erfülltes Ticket seinen Wert, jedes andere zieht ihn ab. Vorher sieht niemand deine Tickets.'] },
    { id: 'stations', title: 'Bahnhöfe', figures: ['station'], text: ['Baue einen in einer Stadt, die noch keinen hat. Der erste kostet 1 Karte, der zweite 2, der dritte 3 einer Farbe.', 'Am Ende darfst du je Bahnhof eine Strecke eines anderen Spielers an dieser Stadt nutzen, nur für deine Tickets. Das Programm wählt die beste für dich. Ein nicht gebauter Bahnhof bringt 4 Punkte.'] },
    end,
    { id: 'score', title: 'Die Wertung', figures: ['points'], text: ['Strecken, Tickets, 4 Punkte für jeden nicht gebauten Bahnhof und 10 Punkte für den Europa-Express: die längste zusammenhängende Linie. Sie darf oft durch eine Stadt gehen, aber über keine Strecke zweimal.', 'Bei gleichen Punkten gewinnen mehr erfüllte Tickets, dann weniger Bahnhöfe, dann der Express.'] },
  ],
  germany: [
    { id: 'goal', title: 'Das Ziel', figures: ['claimed'], text: ['Verbinde die Städte deiner Tickets und nimm Passagiere mit. Die meisten Punkte gewinnen. Jeder hat 45 Wagen.'] },
    { id: 'turn', title: 'Dein Zug', figures: ['cards'], text: ['Tu eines von dreien: Karten nehmen, eine Strecke bauen oder Tickets ziehen.'] },
    draw, claim, parallel,
    { id: 'passengers', title: 'Passagiere', figures: ['passengers'], text: ['Nach dem Bau darfst du aus jedem der beiden verbundenen Orte einen Passagier mitnehmen und seine Farbe wählen.', 'Am Ende bringen in jeder der sechs Farben die meisten 20 Punkte, die zweitmeisten 10. Bei Gleichstand vorn: je 20 und kein zweiter Platz.'] },
    { id: 'tickets', title: 'Tickets', text: ['Es gibt kurze und lange Tickets. Am Anfang ziehst du vier, sagst wie viele von jeder Art, und behältst mindestens zwei. Später ziehst du vier und behältst mindestens eines.', 'Ein erfülltes Ticket zählt seinen Wert, jedes andere zieht ihn ab.'] },
    { id: 'countries', title: 'Länder', figures: ['country'], text: ['Ein Ticket kann ein Land nennen. Jede Strecke hinein erreicht es. Ein Land ist ein Ende: Man kann nicht hindurchreisen.'] },
    end,
    { id: 'score', title: 'Die Wertung', figures: ['points'], text: ['Strecken, Tickets, Passagiere und 15 Punkte für den Globetrotter: wer die meisten Tickets erfüllt hat.', 'Bei gleichen Punkten gewinnen mehr erfüllte Tickets, dann mehr Passagiere.'] },
  ],
  'first-journey': [
    { id: 'goal', title: 'Das Ziel', figures: ['claimed'], text: ['Erfülle als Erster sechs Tickets. Jeder hat 20 Wagen und immer zwei offene Tickets.'] },
    { id: 'turn', title: 'Dein Zug', figures: ['deck'], text: ['Tu eines von dreien: zwei Karten vom Stapel ziehen, eine Strecke bauen oder beide Tickets tauschen.'] },
    { id: 'claim', title: 'Eine Strecke bauen', figures: ['plain'], text: ['Spiele so viele Karten ihrer Farbe, wie die Strecke Felder hat; Lokomotiven stehen für jede Farbe. Setze auf jedes Feld einen Wagen.', 'Niemand besitzt beide Strecken zwischen zwei Städten; zwei Spieler können je eine haben.'] },
    { id: 'tickets', title: 'Tickets', text: ['Sobald deine Wagen beide Städte verbinden, ist das Ticket erfüllt: Es wird aufgedeckt, und du bekommst ein neues.', 'Statt zu ziehen oder zu bauen, darfst du beide Tickets abwerfen und zwei neue ziehen.'] },
    { id: 'east-west', title: 'Ost–West', text: ['Wer eine östliche Stadt (Moskau, Rostow, Ankara) mit einer westlichen (Dublin, Brest, Madrid) verbindet, bekommt ein Ost–West-Ticket. Es zählt als erfüllt; eines je Spieler.'] },
    { id: 'end', title: 'Das Ende', text: ['Wer das sechste Ticket erfüllt, gewinnt sofort. Setzt vorher jemand den letzten Wagen, gewinnen die meisten erfüllten Tickets.'] },
  ],
};
