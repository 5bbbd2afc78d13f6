import type { RulesText, Section } from './types';

const draw: Section = { id: 'draw', title: 'Lapok elvétele', figures: ['row'], text: ['Vegyél el két lapot: kirakottat vagy vakon a pakliból. Az elvett kirakott lap helyére azonnal új kerül.', 'A kirakott mozdony a lépés egyetlen lapja, és nem lehet a második. Vakon húzva úgy számít, mint bármely lap.', 'Ha az öt kirakott lapból három mozdony, mind az ötöt kicserélik.'] };
const claim: Section = { id: 'claim', title: 'Vonal lefoglalása', figures: ['plain', 'grey'], text: ['Játssz ki annyi lapot, ahány mezős a vonal, mindet a vonal színében; a szürke vonalhoz egy tetszőleges szín jó. A mozdony bármely szín helyett állhat.', 'Tegyél kocsit minden mezőre. Nem kell érintenie a többi vonaladat. A hosszabb többet ér: 1, 2, 4, 7, 10, 15, 18, 21 pont 1–8 mezőért.'] };
const parallel: Section = { id: 'parallel', title: 'Párhuzamos vonalak', figures: ['double', 'closed'], text: ['Senkinek sem lehet kettő ugyanabból a párhuzamos vonalcsoportból. 2 és 3 játékosnál a többi lezárul, amint egyet lefoglaltak.'] };
const end: Section = { id: 'end', title: 'A játék vége', text: ['Ha valakinek a lépése végén legfeljebb 2 kocsija marad, mindenki, ő is, még egyszer léphet.'] };

export const hu: RulesText = {
  captions: { cards: 'Nyolc szín és a mozdony, mindegyik a jelével', row: 'Kirakott lapok és húzópakli', plain: 'Piros vonal: 3 piros lap', grey: 'Szürke vonal: egy tetszőleges szín', ferry: 'Komp: legalább a jelzett mozdonyok', tunnel: 'Alagút: többe is kerülhet', double: 'Párhuzamos vonalak', closed: 'Az egyik foglalt, a másik lezárult', claimed: 'Lefoglalt vonalak', station: 'Állomás', passengers: 'Utasok várnak egy városban', country: 'Ország a határon', points: 'Pontok hossz szerint', deck: 'A húzópakli' },
  europe: [
    { id: 'goal', title: 'A cél', figures: ['claimed'], text: ['Kösd össze menetjegyeid városait saját vonalakkal. Akinek a legtöbb pontja van, nyer. Mindenkinek 45 kocsija és 3 állomása van.'] },
    { id: 'turn', title: 'A lépésed', figures: ['cards'], text: ['Négy dolog közül egyet tehetsz: lapokat veszel el, vonalat foglalsz, menetjegyet húzol vagy állomást építesz.'] },
    draw, claim, parallel,
    { id: 'ferries', title: 'Kompok', figures: ['ferry'], text: ['A komp szürke, és mozdonyokat mutat. A fizetségben legalább ennyi mozdony kell; a többi lap egyszínű.'] },
    { id: 'tunnels', title: 'Alagutak', figures: ['tunnel'], text: ['Tedd ki a fizetséget; ezután három lapot fordítanak fel. Minden ilyen színű lap és minden mozdony még egy ilyen színű lapba vagy mozdonyba kerül.', 'Ha nem tudsz vagy nem akarsz fizetni, vedd vissza a lapjaidat: a lépésed véget ér. Ha csak mozdonyt tettél ki, csak a mozdonyok kerülnek többe.'] },
    { id: 'tickets', title: 'Menetjegyek', text: ['Kezdéskor egy hosszú és három rendes jegyet kapsz, legalább kettőt megtartasz. Később hármat húzhatsz, legalább egyet megtartasz.', 'A végén a teljesített jegy hozzáadja az értékét, a többi levonja. Addig senki sem látja a jegyeidet.'] },
    { id: 'stations', title: 'Állomások', figures: ['station'], text: ['Építs egyet olyan városban, ahol még nincs. Az első 1 lapba, a második 2, a harmadik 3 egyszínű lapba kerül.', 'A végén mindegyiknél használhatod egy másik játékos egy vonalát, csak a jegyeidhez. A program a legjobbat választja. A meg nem épített állomás 4 pont.'] },
    end,
    { id: 'score', title: 'Az értékelés', figures: ['points'], text: ['Vonalak, menetjegyek, 4 pont minden meg nem épített állomásért és 10 pont az Európai Expresszért: a leghosszabb összefüggő vonalért. Egy városon többször is átmehet, de egy vonalon csak egyszer.', 'Egyenlő pontnál a több teljesített jegy nyer, aztán a kevesebb állomás, aztán az Expressz.'] },
  ],
  germany: [
    { id: 'goal', title: 'A cél', figures: ['claimed'], text: ['Kösd össze menetjegyeid városait, és vegyél fel utasokat. Akinek a legtöbb pontja van, nyer. Mindenkinek 45 kocsija van.'] },
    { id: 'turn', title: 'A lépésed', figures: ['cards'], text: ['Három dolog közül egyet tehetsz: lapokat veszel el, vonalat foglalsz vagy menetjegyet húzol.'] },
    draw, claim, parallel,
    { id: 'passengers', title: 'Utasok', figures: ['passengers'], text: ['Foglalás után mindkét összekötött helyről felvehetsz egy utast, és megválaszthatod a színét.', 'A végén mind a hat színben a legtöbb utas 20 pontot ér, a második legtöbb 10-et. Holtverseny az élen: 20–20 pont, és nincs második hely.'] },
    { id: 'tickets', title: 'Menetjegyek', text: ['Vannak rövid és hosszú jegyek. Kezdéskor négyet húzol, megmondod, melyikből hányat, és legalább kettőt megtartasz. Később négyet húzol, legalább egyet megtartasz.', 'A teljesített jegy hozzáadja az értékét, a többi levonja.'] },
    { id: 'countries', title: 'Országok', figures: ['country'], text: ['A jegyen ország is állhat. Bármelyik oda vezető vonal eléri. Az ország zsákutca: nem lehet átutazni rajta.'] },
    end,
    { id: 'score', title: 'Az értékelés', figures: ['points'], text: ['Vonalak, menetjegyek, utasok és 15 pont a Világjárónak: aki a legtöbb jegyet teljesítette.', 'Egyenlő pontnál a több teljesített jegy nyer, aztán a több utas.'] },
  ],
  'first-journey': [
    { id: 'goal', title: 'A cél', figures: ['claimed'], text: ['Teljesíts elsőként hat menetjegyet. Mindenkinek 20 kocsija és mindig két jegye van.'] },
    { id: 'turn', title: 'A lépésed', figures: ['deck'], text: ['Három dolog közül egyet tehetsz: két lapot húzol a pakliból, vonalat foglalsz vagy mindkét jegyedet lecseréled.'] },
    { id: 'claim', title: 'Vonal lefoglalása', figures: ['plain'], text: ['Játssz ki a vonal színében annyi lapot, ahány mezős; a mozdony bármely szín helyett állhat. Tegyél kocsit minden mezőre.', 'Senkinek sem lehet mindkét vonala két város között; két játékosnak lehet egy-egy.'] },
    { id: 'tickets', title: 'Menetjegyek', text: ['Amint kocsijaid összekötik a két várost, a jegy teljesült: felfedik, és újat kapsz.', 'Húzás vagy foglalás helyett eldobhatod mindkét jegyet, és két újat húzhatsz.'] },
    { id: 'east-west', title: 'Kelet–Nyugat', text: ['Aki összeköt egy keleti várost (Moszkva, Rosztov, Ankara) egy nyugatival (Dublin, Brest, Madrid), Kelet–Nyugat jegyet kap. Teljesítettnek számít; játékosonként egy.'] },
    { id: 'end', title: 'A játék vége', text: ['Aki a hatodik jegyet teljesíti, azonnal nyer. Ha előbb valaki leteszi az utolsó kocsiját, a legtöbb teljesített jegy nyer.'] },
  ],
};
