import type { RulesText, Section } from './types';

const draw: Section = { id: 'draw', title: 'Branie kart', figures: ['row'], text: ['Weź dwie karty, każdą odkrytą albo w ciemno ze stosu. Odkryta karta jest od razu uzupełniana.', 'Odkryta lokomotywa jest jedyną kartą tury i nie może być drugą. Dobrana w ciemno liczy się jak każda karta.', 'Gdy trzy z pięciu odkrytych kart to lokomotywy, wymienia się wszystkie pięć.'] };
const claim: Section = { id: 'claim', title: 'Zajmowanie trasy', figures: ['plain', 'grey'], text: ['Zagraj tyle kart, ile trasa ma pól, wszystkie w jej kolorze; szara trasa przyjmuje dowolny jeden kolor. Lokomotywa zastępuje każdy kolor.', 'Na każdym polu postaw wagon. Trasa nie musi stykać się z twoimi innymi. Dłuższe dają więcej: 1, 2, 4, 7, 10, 15, 18, 21 punktów za 1 do 8 pól.'] };
const parallel: Section = { id: 'parallel', title: 'Trasy równoległe', figures: ['double', 'closed'], text: ['Nikt nie może mieć dwóch z tego samego zestawu równoległych tras. Przy 2 i 3 graczach pozostałe zamykają się, gdy jedna zostanie zajęta.'] };
const end: Section = { id: 'end', title: 'Koniec', text: ['Gdy ktoś na koniec swojej tury ma najwyżej 2 wagony, każdy gracz ma jeszcze jedną turę, on także.'] };

export const pl: RulesText = {
  captions: { cards: 'Osiem kolorów i lokomotywa, każde ze swoim znakiem', row: 'Odkryte karty i stos', plain: 'Czerwona trasa: 3 czerwone karty', grey: 'Szara trasa: dowolny jeden kolor', ferry: 'Prom: co najmniej tyle lokomotyw, ile pokazano', tunnel: 'Tunel: może kosztować więcej', double: 'Trasy równoległe', closed: 'Jedna zajęta, druga zamknięta', claimed: 'Zajęte trasy', station: 'Dworzec', passengers: 'Pasażerowie czekają w mieście', country: 'Kraj przy granicy', points: 'Punkty za długość', deck: 'Stos' },
  europe: [
    { id: 'goal', title: 'Cel', figures: ['claimed'], text: ['Połącz miasta ze swoich biletów własnymi trasami. Wygrywa, kto ma najwięcej punktów. Każdy ma 45 wagonów i 3 dworce.'] },
    { id: 'turn', title: 'Twoja tura', figures: ['cards'], text: ['Zrób jedną z czterech rzeczy: weź karty, zajmij trasę, dobierz bilety albo zbuduj dworzec.'] },
    draw, claim, parallel,
    { id: 'ferries', title: 'Promy', figures: ['ferry'], text: ['Prom jest szary i pokazuje lokomotywy. W zapłacie musi ich być co najmniej tyle; pozostałe karty są w jednym kolorze.'] },
    { id: 'tunnels', title: 'Tunele', figures: ['tunnel'], text: ['Wyłóż zapłatę; potem odkrywa się trzy karty. Każda w wyłożonym kolorze i każda lokomotywa kosztuje jeszcze jedną kartę tego koloru albo lokomotywę.', 'Jeśli nie możesz lub nie chcesz dopłacić, zabierz karty: tura się kończy. Jeśli wyłożono same lokomotywy, dopłaca się tylko za lokomotywy.'] },
    { id: 'tickets', title: 'Bilety', text: ['Na początku dostajesz jeden długi i trzy zwykłe bilety i zatrzymujesz co najmniej dwa. Później możesz dobrać trzy i zatrzymać co najmniej jeden.', 'Na koniec ukończony bilet dodaje swoją wartość, każdy inny ją odejmuje. Wcześniej nikt ich nie widzi.'] },
    { id: 'stations', title: 'Dworce', figures: ['station'], text: ['Zbuduj dworzec w mieście, które go nie ma. Pierwszy kosztuje 1 kartę, drugi 2, trzeci 3 w jednym kolorze.', 'Na koniec każdy pozwala użyć jednej trasy innego gracza w tym mieście, tylko do biletów. Program wybiera najlepszą. Niewybudowany dworzec daje 4 punkty.'] },
    end,
    { id: 'score', title: 'Punktacja', figures: ['points'], text: ['Trasy, bilety, 4 punkty za każdy niewybudowany dworzec i 10 punktów za Europejski Ekspres: najdłuższą ciągłą linię. Może przechodzić przez miasto wiele razy, ale żadną trasą dwa razy.', 'Przy równych punktach decyduje więcej ukończonych biletów, potem mniej dworców, potem Ekspres.'] },
  ],
  germany: [
    { id: 'goal', title: 'Cel', figures: ['claimed'], text: ['Połącz miasta ze swoich biletów i zabieraj pasażerów. Wygrywa, kto ma najwięcej punktów. Każdy ma 45 wagonów.'] },
    { id: 'turn', title: 'Twoja tura', figures: ['cards'], text: ['Zrób jedną z trzech rzeczy: weź karty, zajmij trasę albo dobierz bilety.'] },
    draw, claim, parallel,
    { id: 'passengers', title: 'Pasażerowie', figures: ['passengers'], text: ['Po zajęciu trasy możesz zabrać po jednym pasażerze z obu połączonych miejsc i wybrać jego kolor.', 'Na koniec w każdym z sześciu kolorów najwięcej pasażerów daje 20 punktów, drugie miejsce 10. Przy remisie na czele po 20 i bez drugiego miejsca.'] },
    { id: 'tickets', title: 'Bilety', text: ['Są bilety krótkie i długie. Na początku dobierasz cztery, mówisz, ile których, i zatrzymujesz co najmniej dwa. Później dobierasz cztery i zatrzymujesz co najmniej jeden.', 'Ukończony bilet dodaje swoją wartość, każdy inny ją odejmuje.'] },
    { id: 'countries', title: 'Kraje', figures: ['country'], text: ['Bilet może wskazywać kraj. Prowadzi do niego każda trasa, która się w nim kończy. Kraj to ślepy tor: nie można przez niego przejechać.'] },
    end,
    { id: 'score', title: 'Punktacja', figures: ['points'], text: ['Trasy, bilety, pasażerowie i 15 punktów za Globtrotera: dla osoby z największą liczbą ukończonych biletów.', 'Przy równych punktach decyduje więcej ukończonych biletów, potem więcej pasażerów.'] },
  ],
  'first-journey': [
    { id: 'goal', title: 'Cel', figures: ['claimed'], text: ['Ukończ jako pierwszy sześć biletów. Każdy ma 20 wagonów i zawsze dwa bilety.'] },
    { id: 'turn', title: 'Twoja tura', figures: ['deck'], text: ['Zrób jedną z trzech rzeczy: dobierz dwie karty ze stosu, zajmij trasę albo wymień oba bilety.'] },
    { id: 'claim', title: 'Zajmowanie trasy', figures: ['plain'], text: ['Zagraj tyle kart jej koloru, ile trasa ma pól; lokomotywa zastępuje każdy kolor. Na każdym polu postaw wagon.', 'Nikt nie ma obu tras między dwoma miastami; dwóch graczy może mieć po jednej.'] },
    { id: 'tickets', title: 'Bilety', text: ['Gdy tylko twoje wagony połączą oba miasta, bilet jest ukończony: odkrywa się go, a ty dostajesz nowy.', 'Zamiast dobierać lub zajmować możesz odrzucić oba bilety i dobrać dwa nowe.'] },
    { id: 'east-west', title: 'Wschód–Zachód', text: ['Kto połączy miasto na wschodzie (Moskwa, Rostów, Ankara) z miastem na zachodzie (Dublin, Brest, Madryt), dostaje bilet Wschód–Zachód. Liczy się jak ukończony; jeden na gracza.'] },
    { id: 'end', title: 'Koniec', text: ['Kto ukończy szósty bilet, od razu wygrywa. Jeśli wcześniej ktoś postawi ostatni wagon, wygrywa, kto ma najwięcej ukończonych biletów.'] },
  ],
};
