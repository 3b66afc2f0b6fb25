import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';

/** A text with its time. `settings`: position and alignment, as in the source; empty: none. */
export interface Cue {
  readonly fromMs: number;
  readonly toMs: number;
  readonly settings: string;
  readonly text: string;
}

/** `dropped`: cues above the limits, or with times that cannot be read. */
export interface ParsedWebVtt {
  readonly cues: readonly Cue[];
  readonly dropped: number;
}

/** A segment holds some seconds, and a cue some lines; more than this is not subtitles. */
const MAX_CUES = 5000;
const MAX_LINES = 50;
const MAX_LINE = 2000;
const MAX_SETTINGS = 200;
const TICKS_PER_MS = 90;

const HEADER = /^WEBVTT([ \t].*)?$/;
const CLOCK = String.raw`((?:\d{1,6}:)?\d{2}:\d{2}[.,]\d{3})`;
const TIMING = new RegExp(`^[ \\t]*${CLOCK}[ \\t]*-->[ \\t]*${CLOCK}(?:[ \\t]+(.*))?$`);
const ARROW = '-->';

/**
 * Parses a segment of WebVTT (RFC 8216 section 3.5). The times of its cues are ms on the clock of the media:
 * X-TIMESTAMP-MAP is applied, and without one, 0 is the time stamp 0. Comments, styles and regions are left out.
 * @throws OutsideError `subtitles-unreadable`: no WebVTT, or a time map that cannot be read
 */
export function parseWebVtt(body: Uint8Array): ParsedWebVtt {
  const lines = linesOf(body);
  if (!HEADER.test(lines[0] ?? '')) throw new OutsideError(message('error.subtitles-unreadable.header'));
  const first = lines.findIndex((line) => line.includes(ARROW));
  const offsetMs = offsetOf(first < 0 ? lines : lines.slice(0, first));
  const cues: Cue[] = [];
  let dropped = 0;
  for (let at = first; at >= 0 && at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (!line.includes(ARROW)) continue;
    const text = textFrom(lines, at + 1);
    const cue = cueOf(line, text, offsetMs);
    if (cue && cues.length < MAX_CUES) cues.push(cue);
    else dropped += 1;
    at += text.length;
  }
  return { cues, dropped };
}

/** WebVTT replaces NUL by U+FFFD, and takes CR, LF and CR LF for the end of a line. */
const linesOf = (body: Uint8Array): string[] =>
  Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '\ufffd')
    .split(/\r\n|\r|\n/);

/** The text of a cue ends with an empty line, or with the times of the next cue. */
function textFrom(lines: readonly string[], from: number): string[] {
  let to = from;
  while (to < lines.length && lines[to] !== '' && lines[to]?.includes(ARROW) === false) to += 1;
  return lines.slice(from, to);
}

function cueOf(line: string, text: readonly string[], offsetMs: number): Cue | null {
  const [, from, to, settings = ''] = TIMING.exec(line) ?? [];
  const isTooLong = text.length > MAX_LINES || text.some((one) => one.length > MAX_LINE);
  if (from === undefined || to === undefined || isTooLong || settings.length > MAX_SETTINGS) return null;
  const cue = { fromMs: clockMs(from) + offsetMs, toMs: clockMs(to) + offsetMs };
  return cue.toMs > cue.fromMs ? { ...cue, settings: settings.trim(), text: text.join('\n') } : null;
}

/** What is added to the times of the cues. The order of the attributes varies. */
function offsetOf(header: readonly string[]): number {
  const map = header.find((line) => line.startsWith('X-TIMESTAMP-MAP='));
  if (map === undefined) return 0;
  const ticks = /\bMPEGTS:(\d{1,15})\b/.exec(map)?.[1];
  const local = new RegExp(String.raw`\bLOCAL:${CLOCK}(?!\d)`).exec(map)?.[1];
  if (ticks === undefined || local === undefined) throw new OutsideError(message('error.subtitles-unreadable.map'));
  return Number(ticks) / TICKS_PER_MS - clockMs(local);
}

/** ms of `mm:ss.mmm` or `hh:mm:ss.mmm`. */
function clockMs(text: string): number {
  const [seconds = '0', minutes = '0', hours = '0'] = text.replace(',', '.').split(':').reverse();
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
}

/** Time stamps are rounded, so a cue that goes on may begin this much after its end. */
const SAME_CUE_MS = 50;

/**
 * Joins cues that are one: a cue that spans several segments is in each of them (RFC 8216 section 3.5), and some
 * packagers cut it at their borders. Pure.
 * @returns in the order of their times
 */
export function joinCues(cues: readonly Cue[]): Cue[] {
  const joined: Cue[] = [];
  const newest = new Map<string, number>();
  for (const cue of cues.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const key = `${cue.settings}\n${cue.text}`;
    const at = newest.get(key);
    const before = at === undefined ? undefined : joined[at];
    if (at !== undefined && before && cue.fromMs <= before.toMs + SAME_CUE_MS)
      joined[at] = { ...before, toMs: Math.max(before.toMs, cue.toMs) };
    else newest.set(key, joined.push(cue) - 1);
  }
  return joined;
}

/** Writes a WebVTT file. */
export const webVttText = (cues: readonly Cue[]): string =>
  [
    'WEBVTT\n',
    ...cues.map(({ fromMs, toMs, settings, text }) => {
      const times = `${clockText(fromMs)} ${ARROW} ${clockText(toMs)}`;
      return `${settings === '' ? times : `${times} ${settings}`}\n${text}\n`;
    }),
  ].join('\n');

function clockText(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const pad = (n: number, digits = 2): string => String(Math.floor(n)).padStart(digits, '0');
  return `${pad(whole / 3_600_000)}:${pad((whole / 60_000) % 60)}:${pad((whole / 1000) % 60)}.${pad(whole % 1000, 3)}`;
}
