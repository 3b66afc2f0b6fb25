/** Formats numbers, times and names for users. Pure: the caller passes the language and the current time. */

export const two = (n: number): string => String(Math.floor(n)).padStart(2, '0');

/** `3:12:44`; below an hour `4:07`. Takes ms. */
export function clock(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(s / 3600);
  return hours > 0 ? `${hours}:${two((s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/** `0:48:02`: always with hours, so that lengths align in a column. Takes ms. */
export const longClock = (ms: number): string =>
  ms < 3_600_000 ? `0:${two(ms / 60_000)}:${two((ms / 1000) % 60)}` : clock(ms);

/** `S03E12`: two digits each; `E12` without a season. */
export const episode = (season: number | undefined, number: number): string =>
  `${season === undefined ? '' : `S${two(season)}`}E${two(number)}`;

/** Decimal units, as disk vendors use them: `4.1 GB`, `31 GB`. */
export function bytes(n: number, language: string): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;
  const rank = n < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(n) / 3));
  const value = n / 1000 ** rank;
  return `${decimal(value, rank === 0 || value >= 100 ? 0 : 1, language)} ${units[rank] ?? 'B'}`;
}

/** `6.2 Mb/s`, from bits per second. */
export function bitrate(bits: number, language: string): string {
  return bits >= 1e6 ? `${decimal(bits / 1e6, 1, language)} Mb/s` : `${decimal(bits / 1e3, 0, language)} kb/s`;
}

const decimal = (n: number, digits: number, language: string): string =>
  n.toLocaleString(language, {
    maximumFractionDigits: digits,
    minimumFractionDigits: n < 100 && digits > 0 ? digits : 0,
  });

/** `312`, `1.2K`: short enough for a narrow place. */
export const compact = (n: number, language: string): string =>
  n.toLocaleString(language, { notation: 'compact', maximumFractionDigits: 1 });

export const percent = (share: number, language: string): string =>
  share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 });

/** A gap's length: `0.4 s`, `6 s`, `2:05`. Takes ms. */
export function seconds(ms: number, language: string): string {
  if (ms >= 60_000) return clock(ms);
  return `${decimal(ms / 1000, ms > 0 && ms < 10_000 && ms % 1000 !== 0 ? 1 : 0, language)} s`;
}

/** `27 Nov 19:02`, with the year if it is not the current one. */
export function dayTime(iso: string | number, language: string, nowMs: number): string {
  const date = new Date(iso);
  const otherYear = date.getFullYear() !== new Date(nowMs).getFullYear();
  const day = date.toLocaleDateString(language, {
    day: 'numeric',
    month: 'short',
    ...(otherYear ? { year: 'numeric' } : {}),
  });
  return `${day} ${timeOfDay(date.getTime(), language)}`;
}

export const day = (iso: string | number, language: string): string =>
  new Date(iso).toLocaleDateString(language, { day: 'numeric', month: 'short' });

/** Time of day without seconds: `19:02`. */
export const timeOfDay = (ms: number, language: string): string =>
  new Date(ms).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
export const timeWithSeconds = (ms: number, language: string): string =>
  new Date(ms).toLocaleTimeString(language, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });

/** A stable hue (0-359) for a name, so that a channel has the same colour everywhere. */
export function hueOf(name: string): number {
  let hash = 2166136261;
  for (const ch of name) hash = Math.imul(hash ^ (ch.codePointAt(0) ?? 0), 16777619);
  return (hash >>> 0) % 360;
}

const order = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/** Compares names for lists: ignores case and accents, and sorts `9` before `10`. */
export const byName = (a: string, b: string): number => order.compare(a, b);
