// What this device is called in the list of those that are logged in.

const BROWSERS: [RegExp, string][] = [
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** By the browser's own description, first match wins: Chrome also calls itself Safari, Android also Linux. */
export function describeDevice(agent: string): { browser: string; system: string } {
  const first = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1] ?? '';
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}
