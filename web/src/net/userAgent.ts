// The name of this device in the list of logged-in devices.

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

/** Reads the user agent; the first match wins, because Chrome also names Safari, and Android also Linux. */
export function describeDevice(agent: string): { browser: string; system: string } {
  const first = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1] ?? '';
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}
