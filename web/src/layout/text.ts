// Width and height of a name in the board's font (Encode Sans, width 84%, weight 560), so that a layout needs no
// browser. Widths are advances in thousandths of the font size, measured in a browser.

const ADVANCES: readonly (readonly [number, string])[] = [
  [207, "'"],
  [226, ' '],
  [235, 'ijlìíîïĩīĭįĵĺļľ'],
  [236, ',.:;·’'],
  [239, '|¦'],
  [252, 'IJÌÍÎÏĨĪĬĮİĴ'],
  [256, '!¡'],
  [258, 'ł'],
  [279, '/'],
  [308, 'ı'],
  [312, '\\'],
  [319, '()[]'],
  [339, 'f{}ŀ'],
  [344, '1'],
  [352, 'rŕŗř'],
  [364, 'tţťŧ'],
  [387, '-'],
  [388, '"²³¹'],
  [391, 'ſ'],
  [411, 'ª'],
  [412, 'c¢çćĉċč'],
  [418, '7–'],
  [421, 'sśŝşš'],
  [432, 'zźżž'],
  [435, '„”'],
  [438, '?¿'],
  [439, 'º'],
  [467, '*°'],
  [471, '2'],
  [478, '§'],
  [483, '3'],
  [485, 'x'],
  [487, '5eèéêëēĕėęě'],
  [491, 'aàáâãäåāăą'],
  [496, '×'],
  [500, 'F'],
  [501, '«»'],
  [505, 'YvyÝýÿŷ'],
  [506, '$STkķĸŚŜŞŠ'],
  [507, 'LĹĻĽĿ'],
  [515, 'Ł'],
  [516, '`¨¯´¸'],
  [524, '+<=>~±÷'],
  [525, 'oðòóôõöøōŏő'],
  [531, '_uµùúûüũūŭůűų'],
  [534, 'CÇ'],
  [535, 'bdgpqþďđĝğġģ'],
  [536, 'hnñĥħńņňŉŋ'],
  [540, 'ĆĈĊČ'],
  [545, 'ZŹŻŽ'],
  [549, 'EÈÉÊËĒĔĖĘĚ'],
  [554, '69'],
  [568, '4#^¤ŢŤŦŶŸ'],
  [573, 'K'],
  [581, '¥'],
  [593, '08P¶'],
  [595, 'V£Ķ'],
  [598, 'Þ'],
  [606, 'BX'],
  [611, 'R'],
  [617, 'ĳ'],
  [624, 'ŔŖŘ'],
  [631, 'GĜĞĠĢ'],
  [636, '¬'],
  [641, 'AÀÁÂÃÄÅĀĂĄ'],
  [659, 'DÐĎĐ'],
  [667, 'UÙÚÛÜŨŪŬŮŰŲ'],
  [669, 'Ĳ'],
  [675, 'ß'],
  [679, 'OQÒÓÔÕÖØŌŎŐ'],
  [681, 'HĤĦ'],
  [687, '…'],
  [691, 'NÑŃŅŇŊ'],
  [718, '&'],
  [720, '®'],
  [766, 'æ'],
  [806, 'wŵ'],
  [807, 'm'],
  [830, '©'],
  [836, '—'],
  [847, 'M'],
  [887, 'Æ'],
  [917, '¼½¾'],
  [921, '%'],
  [924, '@'],
  [970, 'W'],
  [984, 'œ'],
  [1002, 'Ŵ'],
  [1050, 'Œ'],
];

const WIDTH = new Map(ADVANCES.flatMap(([width, letters]) => [...letters].map((letter) => [letter, width] as const)));
const UNKNOWN = 620;
const BELOW = /[gjpqyQÇçĢģĘęĄąŐőŢţŞş,;()[\]]/u;
const ACCENTED = /[À-ÖØ-ÝĀ-Ž]/u;

export interface TextSize {
  width: number;
  ascent: number;
  descent: number;
}

export function textSize(text: string, font: number): TextSize {
  let width = 0;
  for (const letter of text) width += WIDTH.get(letter) ?? UNKNOWN;
  const high = [...text].some((c) => ACCENTED.test(c) && c === c.toUpperCase());
  return {
    width: (width / 1000) * font,
    ascent: (high ? 0.95 : 0.76) * font,
    descent: (BELOW.test(text) ? 0.21 : 0.03) * font,
  };
}
