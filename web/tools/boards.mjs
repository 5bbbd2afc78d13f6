// The pictures of our own boards: names, colours of the seats, and the numbers that the layout starts from.
const pair = (...ids) => ids.join('-');

export const BOARDS = {
  europe: {
    names: { en: 'Europe', pl: 'Europa', hu: 'Európa', de: 'Europa' },
    seats: ['yellow', 'blue', 'black', 'red', 'green'],
    window: [-40, 20, 75, 82],
    detail: '50m',
    settings: {
      canvas: [1600, 1000], space: [37.5, 14.5], dot: 9.5, font: 18.5, gap: 3, soft: 0.02, margin: 12,
      parallels: [40, 56], centre: [14, 48], box: [60, 70, 1540, 930],
      bow: { [pair('palermo', 'smyrna')]: 0.22, [pair('amsterdam', 'essen')]: -0.12, [pair('petrograd', 'stockholm')]: 0.1 },
    },
  },
  germany: {
    names: { en: 'Germany', pl: 'Niemcy', hu: 'Németország', de: 'Deutschland' },
    seats: ['white', 'red', 'purple', 'yellow', 'black'],
    window: [-12, 38, 34, 62],
    home: 'Germany',
    detail: '10m',
    settings: {
      canvas: [1260, 1200], space: [36, 14.5], dot: 11, font: 20.5, gap: 2.8, soft: 0.06, margin: 12,
      parallels: [48, 54], centre: [10.5, 51], box: [60, 80, 1130, 1130], bow: { [pair('koblenz', 'saarbrucken')]: 0.3 },
    },
  },
  'first-journey': {
    names: { en: 'First Journey', pl: 'Pierwsza podróż', hu: 'Első utazás', de: 'Erste Reise' },
    seats: ['blue', 'yellow', 'red', 'black'],
    window: [-40, 20, 75, 82],
    detail: '50m',
    settings: {
      canvas: [1600, 1000], space: [72, 27], dot: 17, font: 29, gap: 5.5, soft: 0.02, margin: 18,
      parallels: [40, 56], centre: [14, 48], box: [90, 90, 1510, 910], bow: {},
    },
  },
};
