/** In this order: most browsers also name the ones below. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const MAX_CHARACTERS = 40;

const nameIn = (list: typeof BROWSERS, agent: string): string | undefined =>
  list.find(([pattern]) => pattern.test(agent))?.[1];

/** Short name of a `User-Agent`: browser and system, or the start of the text. Empty if there is none. */
export function browserName(agent: string): string {
  const browser = nameIn(BROWSERS, agent);
  if (browser === undefined) return agent.slice(0, MAX_CHARACTERS);
  return [browser, nameIn(SYSTEMS, agent)].filter((name) => name !== undefined).join(', ');
}
