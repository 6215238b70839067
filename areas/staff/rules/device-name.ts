/** Most specific first: Edge and Opera also claim to be Chrome, and Chrome claims to be Safari. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** "Chrome on Windows", as far as the browser tells. */
export function deviceName(userAgent: string): string {
  const browser = BROWSERS.find(([word]) => userAgent.includes(word))?.[1] ?? 'A browser';
  const system = SYSTEMS.find(([word]) => userAgent.includes(word))?.[1];
  return system === undefined ? browser : `${browser} on ${system}`;
}
