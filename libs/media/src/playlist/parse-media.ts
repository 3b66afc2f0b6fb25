import { setImmediate } from 'node:timers/promises';
import { message } from '#libs/messages';
import { type Bytes } from '../http/http-port.js';
import {
  type DateRange,
  type MapSection,
  type MediaPlaylist,
  type MediaSegment,
  type SegmentKey,
} from './media-playlist.js';
import { parseAttributes, PlaylistError, playlistLines, splitTag, numberOf } from './playlist-syntax.js';
import { Definitions, NO_VARIABLES, type Variables } from './variables.js';

/** Target duration of a playlist with neither a target duration nor segments (docs/reference/hls.md#reload). */
const NO_TARGET_MS = 6000;
/** A longer segment exceeds the clock of MPEG-TS: it is an overflow of the server's arithmetic. */
const LONGEST_MS = 86_400_000;
/** A statement below this is believed, whatever the rest of the list says. */
const PLAUSIBLE_MS = 60_000;
/** A date is part of a segment's name, whose numbers have no sign, and later dates have no ISO 8601 form. */
const LATEST_DATE = Date.UTC(9999, 11, 31);
const RANGE = /^(\d+)(?:@(\d+))?$/;

/**
 * The state of the parser. A plain record that the tag table below writes to: one pass, no objects except the segments.
 */
interface State {
  readonly variables: Definitions;
  readonly segments: MediaSegment[];
  readonly dateRanges: DateRange[];
  readonly keys: Map<string, SegmentKey>;
  targetMs: number | null;
  mediaSequence: number;
  discontinuitySequence: number;
  type: 'event' | 'vod' | null;
  ended: boolean;
  map: MapSection | null;
  key: SegmentKey | null;
  /** This field and the following ones apply to the next segment only. */
  durMs: number | null;
  badDuration: boolean;
  title: string;
  discontinuity: boolean;
  pdtMs: number | null;
  range: string | null;
  gap: boolean;
}

const TAGS: Readonly<Record<string, (state: State, value: string) => void>> = {
  'EXTINF': (s, value) => {
    const comma = value.indexOf(',');
    const seconds = Number.parseFloat(comma < 0 ? value : value.slice(0, comma));
    s.badDuration = seconds * 1000 > LONGEST_MS;
    s.durMs = seconds >= 0 && !s.badDuration ? Math.round(seconds * 1e6) / 1000 : null;
    s.title = comma < 0 ? '' : value.slice(comma + 1);
  },
  'EXT-X-TARGETDURATION': (s, value) => {
    const targetMs = whole('EXT-X-TARGETDURATION', value) * 1000;
    s.targetMs = targetMs > LONGEST_MS ? null : targetMs;
  },
  'EXT-X-MEDIA-SEQUENCE': (s, value) => {
    s.mediaSequence = whole('EXT-X-MEDIA-SEQUENCE', value);
  },
  'EXT-X-DISCONTINUITY-SEQUENCE': (s, value) => {
    s.discontinuitySequence = whole('EXT-X-DISCONTINUITY-SEQUENCE', value);
  },
  'EXT-X-DISCONTINUITY': (s) => {
    s.discontinuity = true;
  },
  'EXT-X-PROGRAM-DATE-TIME': (s, value) => {
    s.pdtMs = dateOrNull(Date.parse(value));
  },
  'EXT-X-BYTERANGE': (s, value) => {
    s.range = unquoted(value);
  },
  'EXT-X-GAP': (s) => {
    s.gap = true;
  },
  'EXT-X-ENDLIST': (s) => {
    s.ended = true;
  },
  'EXT-X-PLAYLIST-TYPE': (s, value) => {
    s.type = value === 'VOD' ? 'vod' : value === 'EVENT' ? 'event' : null;
  },
  'EXT-X-MAP': (s, value) => {
    s.map = mapOf(s, value);
  },
  'EXT-X-KEY': (s, value) => {
    s.key = keyOf(parseAttributes(s.variables.substitute(value)), s.keys);
  },
  'EXT-X-DATERANGE': (s, value) => {
    const range = dateRangeOf(parseAttributes(s.variables.substitute(value)));
    if (range) s.dateRanges.push(range);
  },
  'EXT-X-DEFINE': (s, value) => {
    s.variables.define(parseAttributes(value));
  },
  'EXT-X-SKIP': () => {
    throw new PlaylistError(message('error.delta-playlist'));
  },
  'EXT-X-STREAM-INF': () => {
    throw new PlaylistError(message('error.not-media.master'));
  },
};

/** Two days in segments of 1 s. */
const MAX_SEGMENTS = 172_800;
/** A line costs as much as this many characters. */
const LINE_COST = 40;
/** Cost of a turn of the event loop: a few milliseconds. */
const STEP = 400_000;

/**
 * Parses a media playlist. Ignores low-latency tags (parts, preload hints, reports), since every part becomes part of a
 * full segment (docs/reference/hls.md#low-latency).
 * @param imported variables of the master playlist, for EXT-X-DEFINE:IMPORT
 * @throws PlaylistError only. Source: RFC 8216 section 4, draft-pantos-hls-rfc8216bis section 4.
 */
export function parseMediaPlaylist(text: string, baseUrl: string, imported: Variables = NO_VARIABLES): MediaPlaylist {
  const steps = parsing(text, baseUrl, imported);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** {@link parseMediaPlaylist}, which lets other work run while it parses a long list. */
export async function parseMediaPlaylistAsync(...playlist: Parameters<typeof parsing>): Promise<MediaPlaylist> {
  const steps = parsing(...playlist);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (playlist[0].length > STEP / 4) await setImmediate();
  }
}

function* parsing(text: string, baseUrl: string, imported: Variables): Generator<undefined, MediaPlaylist> {
  const s: State = {
    variables: new Definitions({ imported, baseUrl }),
    segments: [],
    dateRanges: [],
    keys: new Map(),
    targetMs: null,
    mediaSequence: 0,
    discontinuitySequence: 0,
    type: null,
    ended: false,
    map: null,
    key: null,
    durMs: null,
    badDuration: false,
    title: '',
    discontinuity: false,
    pdtMs: null,
    range: null,
    gap: false,
  };
  let since = 0;
  for (const line of playlistLines(text)) {
    since += LINE_COST + line.length;
    if (since >= STEP) {
      since = 0;
      yield;
    }
    if (line === '') continue;
    if (!line.startsWith('#')) {
      addSegment(s, line);
      continue;
    }
    const [tag, value] = splitTag(line);
    if (Object.hasOwn(TAGS, tag)) TAGS[tag]?.(s, value);
  }
  yield;
  const inOrder = numbered(s);
  yield;
  const plausible = withPlausibleDurations(inOrder);
  yield;
  const segments = carryProgrammeTime(plausible);
  return {
    baseUrl,
    ...targetsOf(s.targetMs, segments),
    mediaSequence: s.mediaSequence,
    discontinuitySequence: s.discontinuitySequence,
    type: s.type,
    ended: s.ended,
    segments,
    dateRanges: s.dateRanges,
  };
}

function addSegment(s: State, line: string): void {
  if (s.segments.length >= MAX_SEGMENTS)
    throw new PlaylistError(message('error.playlist-too-large.segments', { n: MAX_SEGMENTS }));
  const uri = s.variables.substitute(line);
  s.segments.push({
    seq: s.segments.length,
    uri,
    durMs: s.durMs ?? s.targetMs ?? NO_TARGET_MS,
    title: s.title,
    discontinuity: s.discontinuity,
    pdtMs: s.pdtMs,
    range: s.range === null ? null : segmentRange(s.range, uri, s.segments.at(-1)),
    map: s.map,
    key: s.key,
    gap: s.gap,
    ...(s.badDuration ? { badDuration: true } : {}),
  });
  s.durMs = null;
  s.badDuration = false;
  s.title = '';
  s.discontinuity = false;
  s.pdtMs = null;
  s.range = null;
  s.gap = false;
}

/**
 * Replaces lengths that cannot be true by the median of the list, so that no wait and no estimate depends on them. What
 * the media say replaces the estimate later.
 */
function withPlausibleDurations(segments: readonly MediaSegment[]): readonly MediaSegment[] {
  const sorted = Float64Array.from(segments.flatMap((s) => (s.badDuration ? [] : [s.durMs]))).sort();
  const median = sorted[sorted.length >> 1];
  if (median === undefined) return segments;
  const limit = Math.max(PLAUSIBLE_MS, 100 * median);
  const isBad = (s: MediaSegment): boolean => s.badDuration === true || s.durMs > limit;
  return segments.some(isBad)
    ? segments.map((s) => (isBad(s) ? { ...s, durMs: median, badDuration: true } : s))
    : segments;
}

/** A target below the segments is a mistake of the server; one far above them would make each wait endless. */
function targetsOf(
  stated: number | null,
  segments: readonly MediaSegment[],
): Pick<MediaPlaylist, 'targetMs' | 'statedMs'> {
  const longest = segments.reduce((max, segment) => Math.max(max, segment.durMs), 0);
  if (stated === null || stated <= 0 || stated > Math.max(PLAUSIBLE_MS, 10 * longest))
    return { targetMs: Math.ceil(longest / 1000) * 1000 || NO_TARGET_MS, statedMs: null };
  return { targetMs: Math.max(stated, longest), statedMs: stated };
}

/** Adds EXT-X-MEDIA-SEQUENCE after the whole list is read: invalid lists place it after the first segment. */
function numbered(s: State): readonly MediaSegment[] {
  if (!Number.isSafeInteger(s.mediaSequence + s.segments.length))
    throw new PlaylistError(message('error.bad-tag.sequence'));
  return s.mediaSequence === 0
    ? s.segments
    : s.segments.map((segment) => ({ ...segment, seq: segment.seq + s.mediaSequence }));
}

/**
 * Resolves a byte range. Without an offset, a range continues where the previous segment's range of the same resource
 * ended; the first range of another resource starts at 0. The first segment of a list needs an offset: a default of 0
 * would silently store wrong media.
 */
function segmentRange(text: string, uri: string, previous: MediaSegment | undefined): Bytes {
  const { length, offset } = readRange(text);
  if (offset !== null) return { offset, length };
  if (previous === undefined) throw new PlaylistError(message('error.bad-byterange.first'));
  if (previous.uri !== uri) return { offset: 0, length };
  if (previous.range === null) throw new PlaylistError(message('error.bad-byterange.no-range-before'));
  return { offset: previous.range.offset + previous.range.length, length };
}

function readRange(text: string): { readonly length: number; readonly offset: number | null } {
  const found = RANGE.exec(text.trim());
  const length = Number(found?.[1]);
  const offset = found?.[2] === undefined ? null : Number(found[2]);
  if (!found || !Number.isSafeInteger(length + (offset ?? 0)) || length === 0)
    throw new PlaylistError(message('error.bad-byterange.text', { text: text.slice(0, 60) }));
  return { length, offset };
}

function mapOf(s: State, value: string): MapSection {
  const attributes = parseAttributes(s.variables.substitute(value));
  const uri = attributes.get('URI');
  if (uri === undefined) throw new PlaylistError(message('error.bad-tag.map'));
  const text = attributes.get('BYTERANGE');
  if (text === undefined) return { uri, range: null, key: s.key };
  const { length, offset } = readRange(text);
  return { uri, range: { offset: offset ?? 0, length }, key: s.key };
}

function whole(tag: string, value: string): number {
  const n = Math.round(Number(value.trim() === '' ? Number.NaN : value));
  if (!Number.isSafeInteger(n) || n < 0)
    throw new PlaylistError(message('error.bad-tag.number', { tag, value: value.slice(0, 60) }));
  return n;
}

const unquoted = (value: string): string => value.replaceAll('"', '');

/** Returns null if the tag has no id or no valid start. */
function dateRangeOf(attributes: ReadonlyMap<string, string>): DateRange | null {
  const id = attributes.get('ID');
  const startAt = Date.parse(attributes.get('START-DATE') ?? '');
  if (id === undefined || Number.isNaN(startAt)) return null;
  const endAt = Date.parse(attributes.get('END-DATE') ?? '');
  const seconds = numberOf(attributes.get('DURATION'));
  const durMs = seconds === null ? (Number.isNaN(endAt) ? null : endAt - startAt) : seconds * 1000;
  return { id, className: attributes.get('CLASS') ?? '', startAt, durMs, attributes };
}

/** KEYFORMAT of a key in the clear (RFC 8216 section 4.3.2.4). */
const PLAIN_KEY = 'identity';

/**
 * Returns the key in force after an EXT-X-KEY tag; null for unencrypted media. A tag replaces only the key of its own
 * KEYFORMAT. If several keys apply, the supported one (AES-128 with a plain key) wins. Source: RFC 8216 section
 * 4.3.2.4.
 */
function keyOf(attributes: ReadonlyMap<string, string>, inForce: Map<string, SegmentKey>): SegmentKey | null {
  if (attributes.get('METHOD') === 'NONE') {
    inForce.clear();
    return null;
  }
  const format = attributes.get('KEYFORMAT') ?? PLAIN_KEY;
  inForce.set(format, readKey(attributes, format));
  // Only a plain key is supported.
  const plain = inForce.get(PLAIN_KEY);
  return plain?.method === 'AES-128' ? plain : (inForce.values().next().value ?? null);
}

function readKey(attributes: ReadonlyMap<string, string>, format: string): SegmentKey {
  const method = attributes.get('METHOD') ?? '';
  const uri = attributes.get('URI') ?? '';
  const iv = ivOf(attributes.get('IV'));
  if (format !== PLAIN_KEY) return { method: 'unsupported', name: `${method} (${format})`, uri, iv };
  if (method !== 'AES-128') return { method: 'unsupported', name: method, uri, iv };
  if (uri === '') throw new PlaylistError(message('error.bad-tag.key'));
  return { method, name: method, uri, iv };
}

function ivOf(text: string | undefined): Uint8Array | null {
  if (text === undefined) return null;
  if (!/^0[xX][0-9a-fA-F]{1,32}$/.test(text)) throw new PlaylistError(message('error.bad-tag.iv'));
  return Buffer.from(text.slice(2).padStart(32, '0'), 'hex');
}

const dateOrNull = (ms: number): number | null => (ms >= 0 && ms <= LATEST_DATE ? ms : null);

/**
 * Derives missing programme date-times from neighbouring segments, forwards and backwards, but never across a
 * discontinuity, whose length is unknown. Source: RFC 8216 section 4.3.2.6.
 */
function carryProgrammeTime(segments: readonly MediaSegment[]): readonly MediaSegment[] {
  if (!segments.some((segment) => segment.pdtMs !== null)) return segments;
  const at: (number | null)[] = segments.map((segment) => segment.pdtMs);
  segments.forEach((segment, i) => {
    const before = segments[i - 1];
    const beforeAt = at[i - 1];
    if (at[i] === null && before && beforeAt !== null && beforeAt !== undefined && !segment.discontinuity)
      at[i] = dateOrNull(beforeAt + before.durMs);
  });
  for (let i = segments.length - 2; i >= 0; i -= 1) {
    const next = segments[i + 1];
    const nextAt = at[i + 1];
    if (at[i] === null && next && nextAt !== null && nextAt !== undefined && !next.discontinuity)
      at[i] = dateOrNull(nextAt - (segments[i]?.durMs ?? 0));
  }
  return segments.map((segment, i) => (segment.pdtMs === at[i] ? segment : { ...segment, pdtMs: at[i] ?? null }));
}
