import { MAX_LEAD_S, MAX_PAUSE_MS } from './track-limits.js';

/** The tracks of an init section: ticks per second by track id, and the id of the video track. */
export interface Mp4Init {
  readonly timescales: ReadonlyMap<number, number>;
  readonly videoTrack: number | null;
  /** Ids of all video and audio tracks; absent if the section has none. */
  readonly kinds?: ReadonlyMap<number, 'video' | 'audio'>;
  /** Default length of a sample by track id, in ticks (trex); absent if the section has none. */
  readonly sampleTicks?: ReadonlyMap<number, number>;
  /** Default size of a sample by track id, likewise. */
  readonly sampleBytes?: ReadonlyMap<number, number>;
}

const FIRST_BOXES = new Set(['ftyp', 'styp', 'moov', 'moof', 'sidx', 'emsg', 'prft', 'free', 'skip', 'mdat']);

export function hasMp4Boxes(body: Uint8Array): boolean {
  return body.byteLength >= 8 && FIRST_BOXES.has(boxType(viewOf(body), 4));
}

/** Reads an init section (or the moov of a segment that contains its own); null if it has no usable track. */
export function readMp4Init(bytes: Uint8Array): Mp4Init | null {
  const body = viewOf(bytes);
  const moov = boxAt(body, ['moov']);
  if (!moov) return null;
  const timescales = new Map<number, number>();
  const kinds = new Map<number, 'video' | 'audio'>();
  let videoTrack: number | null = null;
  for (const trak of boxes(body, moov.from, moov.end)) {
    const track = trak.type === 'trak' ? readTrack(body, trak) : null;
    if (!track) continue;
    timescales.set(track.id, track.scale);
    if (track.kind) kinds.set(track.id, track.kind);
    if (track.kind === 'video') videoTrack ??= track.id;
  }
  if (timescales.size === 0) return null;
  const sampleTicks = readTrex(body, moov, TREX.duration);
  const sampleBytes = readTrex(body, moov, TREX.size);
  return { timescales, videoTrack, kinds, ...(sampleTicks.size === 0 ? {} : { sampleTicks, sampleBytes }) };
}

/** Offsets of the defaults of a track in its trex box. */
const TREX = { duration: 12, size: 16 } as const;

function readTrex(body: DataView, moov: Box, field: number): ReadonlyMap<number, number> {
  const values = new Map<number, number>();
  const mvex = boxAt(body, ['mvex'], moov);
  if (!mvex) return values;
  for (const trex of boxes(body, mvex.from, mvex.end))
    if (trex.type === 'trex' && trex.from + 20 <= trex.end)
      values.set(body.getUint32(trex.from + 4), body.getUint32(trex.from + field));
  return values;
}

function readTrack(
  body: DataView,
  trak: Box,
): { readonly id: number; readonly scale: number; readonly kind: 'video' | 'audio' | null } | null {
  const id = u32After(body, boxAt(body, ['tkhd'], trak), [12, 20]);
  const scale = u32After(body, boxAt(body, ['mdia', 'mdhd'], trak), [12, 20]);
  if (id === null || scale === null || scale === 0) return null;
  const hdlr = boxAt(body, ['mdia', 'hdlr'], trak);
  const type = hdlr !== null && hdlr.from + 12 <= hdlr.end ? boxType(body, hdlr.from + 8) : '';
  return { id, scale, kind: type === 'vide' ? 'video' : type === 'soun' ? 'audio' : null };
}

/**
 * Returns the decode time of the first fragment (tfdt) of the video track, or else of the first track that has one, in
 * ms.
 */
export function mp4FirstTimeMs(bytes: Uint8Array, init: Mp4Init | null): number | null {
  const tracks = init ?? readMp4Init(bytes);
  if (!tracks) return null;
  let other: number | null = null;
  for (const time of fragmentTimes(viewOf(bytes), tracks)) {
    // Some packagers write one fragment per track: the video may be in the second one.
    if (tracks.videoTrack === null || time.track === tracks.videoTrack)
      return other !== null && time.ms - other > MAX_LEAD_S * 1000 ? other : time.ms;
    other ??= time.ms;
  }
  return other;
}

/**
 * Returns the length of the video track, or else of the first track, and of its last sample, in ms; nothing if a length
 * is missing.
 */
export function mp4MediaMs(
  bytes: Uint8Array,
  init: Mp4Init | null,
): { readonly mediaMs?: number; readonly frameMs?: number } {
  const tracks = init ?? readMp4Init(bytes);
  const body = viewOf(bytes);
  const own = tracks ? ownFragments(body, tracks) : [];
  const [first] = own;
  if (!tracks || !first) return {};
  const runsOf = ({ traf, track }: FragmentTime): RunTicks =>
    trackRuns(body, traf, { sampleTicks: tracks.sampleTicks?.get(track) ?? 0, longTicks: Infinity });
  let [last, runs] = [first, NO_RUNS];
  // A truncated segment may end with a fragment without samples.
  for (let i = own.length - 1; i >= 0 && runs.ticks === 0; i -= 1) {
    last = own[i] ?? first;
    runs = runsOf(last);
  }
  if (runs.ticks === 0) return {};
  const scale = tracks.timescales.get(last.track);
  if (scale === undefined) return {};
  return { mediaMs: last.ms - first.ms + (runs.ticks * 1000) / scale, frameMs: (runs.lastTicks * 1000) / scale };
}

/** Decode times of the fragments of a track, ms, in the order of the segment. */
export interface Mp4TrackSamples {
  readonly id: number;
  readonly kind: 'video' | 'audio';
  readonly samples: readonly Mp4Stretch[];
  /** Lengths of the shortest and the longest sample, without the long ones. */
  readonly leastMs: number;
  readonly mostMs: number;
}

/**
 * `toMs` is null if the length of the samples is unknown. `shownMs`: the last one is a picture that is shown until then,
 * far longer than the others.
 */
interface Mp4Stretch {
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly shownMs?: number;
}

/** Returns when a segment holds samples of each video and audio track that its init section announces. */
export function mp4TrackSamples(bytes: Uint8Array, init: Mp4Init | null): readonly Mp4TrackSamples[] {
  const tracks = init ?? readMp4Init(bytes);
  if (!tracks) return [];
  const body = viewOf(bytes);
  const found = new Map(
    [...(tracks.kinds ?? [])].map(([id, kind]) => [
      id,
      { id, kind, samples: [] as Mp4Stretch[], leastMs: Infinity, mostMs: 0 },
    ]),
  );
  for (const { track, ms, traf } of fragmentTimes(body, tracks)) {
    const own = found.get(track);
    if (!own) continue;
    const scale = tracks.timescales.get(track) ?? 1;
    const longTicks = own.kind === 'video' ? (MAX_PAUSE_MS * scale) / 1000 : Infinity;
    const runs = trackRuns(body, traf, { sampleTicks: tracks.sampleTicks?.get(track) ?? 0, longTicks });
    own.leastMs = Math.min(own.leastMs, (runs.least * 1000) / scale);
    own.mostMs = Math.max(own.mostMs, (runs.most * 1000) / scale);
    own.samples.push(...stretchesOf(runs, ms, scale));
  }
  return [...found.values()];
}

/** Samples that follow each other, up to each long one. */
function stretchesOf({ ticks, most, long }: RunTicks, startMs: number, scale: number): Mp4Stretch[] {
  if (ticks === 0) return [{ fromMs: startMs, toMs: null }];
  const msAt = (atTicks: number): number => startMs + (atTicks * 1000) / scale;
  const stretches = long.map(({ at, length }, i): Mp4Stretch => ({
    fromMs: msAt(endOf(long[i - 1])),
    toMs: msAt(at + most),
    shownMs: msAt(at + length),
  }));
  const rest = endOf(long.at(-1));
  return rest < ticks ? [...stretches, { fromMs: msAt(rest), toMs: msAt(ticks) }] : stretches;
}

const endOf = (sample: LongSample | undefined): number => (sample ? sample.at + sample.length : 0);

/** The fragments of the video track, or else of the first track. */
function ownFragments(body: DataView, tracks: Mp4Init): readonly FragmentTime[] {
  const times = [...fragmentTimes(body, tracks)];
  const hasVideo = times.some((time) => time.track === tracks.videoTrack);
  const track = hasVideo ? tracks.videoTrack : times[0]?.track;
  return times.filter((time) => time.track === track);
}

interface RunTicks {
  readonly ticks: number;
  /** Length of the last sample. */
  readonly lastTicks: number;
  /** Lengths of the shortest and the longest sample that is not long. */
  readonly least: number;
  readonly most: number;
  readonly long: readonly LongSample[];
}

/** `at`: its start, ticks after the start of the fragment. */
interface LongSample {
  readonly at: number;
  readonly length: number;
}

/** Lengths of samples that do not state their own, and from which length on one is long, in ticks. */
interface SampleTicks {
  readonly sampleTicks: number;
  readonly longTicks: number;
}
/** A fragment with more of them is a slide show. */
const MAX_LONG = 100;
const NO_RUNS: RunTicks = { ticks: 0, lastTicks: 0, least: Infinity, most: 0, long: [] };

/** Sums the sample lengths of a track fragment. Source: ISO 14496-12 sections 8.8.7 and 8.8.8. */
function trackRuns(body: DataView, traf: Box, inherited: SampleTicks): RunTicks {
  const ticks = { ...inherited, sampleTicks: defaultTicks(body, traf) ?? inherited.sampleTicks };
  const sum: RunSum = { ...NO_RUNS, long: [] };
  for (const trun of boxes(body, traf.from, traf.end)) {
    const run = trun.type === 'trun' ? readTrun(body, trun) : null;
    if (run) addRun(sum, body, { run, ticks });
  }
  return sum.long.length > MAX_LONG ? { ...sum, long: [] } : sum;
}

/** `long` has at most one more than {@link MAX_LONG}, however many runs are added. */
type RunSum = { -readonly [K in Exclude<keyof RunTicks, 'long'>]: RunTicks[K] } & { readonly long: LongSample[] };

/** Flags of a trun box: a data offset, flags of the first sample, and four fields of each sample. */
export const TRUN = { offset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, composition: 0x800 };

/** The samples of a trun box: `step` bytes for each, from `samples` on. */
export interface Trun {
  readonly flags: number;
  readonly count: number;
  readonly step: number;
  readonly samples: number;
}

/** Null for an empty or truncated box. Makes no other object, because a body may have a box for each sample. */
export function readTrun(body: DataView, trun: Box): Trun | null {
  if (trun.from + 8 > trun.end) return null;
  const flags = body.getUint32(trun.from);
  const count = body.getUint32(trun.from + 4);
  const bytes = (flag: number): number => ((flags & flag) === 0 ? 0 : 4);
  const step = bytes(TRUN.duration) + bytes(TRUN.size) + bytes(TRUN.flags) + bytes(TRUN.composition);
  const samples = trun.from + 8 + bytes(TRUN.offset) + bytes(TRUN.firstFlags);
  return count === 0 || samples + count * step > trun.end ? null : { flags, count, step, samples };
}

function addRun(
  sum: RunSum,
  body: DataView,
  { run, ticks }: { readonly run: Trun; readonly ticks: SampleTicks },
): void {
  const { flags, count, step, samples } = run;
  if ((flags & TRUN.duration) === 0) {
    addSamples(sum, count, ticks.sampleTicks);
    return;
  }
  for (let i = 0; i < count; i += 1) {
    const length = body.getUint32(samples + i * step);
    if (length < ticks.longTicks) addSamples(sum, 1, length);
    else addLong(sum, length);
  }
}

function addSamples(sum: RunSum, count: number, length: number): void {
  sum.ticks += count * length;
  sum.lastTicks = length;
  sum.least = Math.min(sum.least, length);
  sum.most = Math.max(sum.most, length);
}

function addLong(sum: RunSum, length: number): void {
  if (sum.long.length <= MAX_LONG) sum.long.push({ at: sum.ticks, length });
  sum.ticks += length;
  sum.lastTicks = length;
}

/** Flags of the optional fields of a tfhd box, with their bytes, in order. */
const TFHD = [
  [0x1, 8],
  [0x2, 4],
  [0x8, 4],
  [0x10, 4],
] as const;

const defaultTicks = (body: DataView, traf: Box): number | null => tfhdField(body, traf, 0x8);

/** The field of a track fragment header that has this flag; null if it is absent. */
export function tfhdField(body: DataView, traf: Box, flag: 0x8 | 0x10): number | null {
  const tfhd = boxAt(body, ['tfhd'], traf);
  if (!tfhd || tfhd.from + 8 > tfhd.end) return null;
  const flags = body.getUint32(tfhd.from) & 0xffffff;
  const before = TFHD.filter(([one]) => one < flag && (flags & one) !== 0);
  const at = before.reduce((sum, [, bytes]) => sum + bytes, tfhd.from + 8);
  return (flags & flag) !== 0 && at + 4 <= tfhd.end ? body.getUint32(at) : null;
}

interface FragmentTime {
  readonly track: number;
  readonly ms: number;
  readonly traf: Box;
}

function* fragmentTimes(body: DataView, tracks: Mp4Init): Generator<FragmentTime> {
  for (const moof of boxes(body)) {
    if (moof.type !== 'moof') continue;
    for (const traf of boxes(body, moof.from, moof.end)) {
      const time = traf.type === 'traf' ? fragmentTime(body, traf, tracks) : null;
      if (time) yield { ...time, traf };
    }
  }
}

function fragmentTime(
  body: DataView,
  traf: Box,
  { timescales }: Mp4Init,
): { readonly track: number; readonly ms: number } | null {
  const tfhd = boxAt(body, ['tfhd'], traf);
  const tfdt = boxAt(body, ['tfdt'], traf);
  if (!tfhd || !tfdt || tfhd.from + 8 > tfhd.end || tfdt.from + 8 > tfdt.end) return null;
  const track = body.getUint32(tfhd.from + 4);
  const scale = timescales.get(track);
  const long = body.getUint8(tfdt.from) === 1;
  if (scale === undefined || (long && tfdt.from + 12 > tfdt.end)) return null;
  const ticks = long ? Number(body.getBigUint64(tfdt.from + 4)) : body.getUint32(tfdt.from + 4);
  return { track, ms: (ticks * 1000) / scale };
}

/** Reads a 32-bit field, which has a larger offset in version 1 of the box, whose times have 64 bits. */
function u32After(body: DataView, box: Box | null, [short, long]: readonly [number, number]): number | null {
  if (!box || box.from >= box.end) return null;
  const at = box.from + (body.getUint8(box.from) === 1 ? long : short);
  return at + 4 <= box.end ? body.getUint32(at) : null;
}

/**
 * One box of an MP4 file: `from` is where its content starts, `end` where the box ends. Source: ISO 14496-12 section
 * 4.2.
 */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly from: number;
  readonly end: number;
  /** Size that the box states; more than there is, if the body is truncated. */
  readonly size: number;
}

/**
 * Yields the boxes between two offsets, in order. Stops at the first box with an invalid size; of a truncated body, the
 * last box ends where the body ends.
 */
export function* boxes(body: DataView, from = 0, end = body.byteLength): Generator<Box> {
  let at = from;
  while (at + 8 <= end) {
    const size = body.getUint32(at);
    const long = size === 1;
    if (long && at + 16 > end) return;
    const whole = long ? Number(body.getBigUint64(at + 8)) : size === 0 ? end - at : size;
    const head = long ? 16 : 8;
    if (whole < head) return;
    yield { type: boxType(body, at + 4), start: at, from: at + head, end: Math.min(end, at + whole), size: whole };
    at += whole;
  }
}

function boxType(body: DataView, at: number): string {
  return String.fromCharCode(body.getUint8(at), body.getUint8(at + 1), body.getUint8(at + 2), body.getUint8(at + 3));
}

/** Finds the first box at a path of types (`moov`, `mvhd`); null if there is none. */
export function boxAt(body: DataView, path: readonly string[], within?: Box): Box | null {
  const [type, ...rest] = path;
  for (const box of boxes(body, within?.from, within?.end)) {
    if (box.type !== type) continue;
    return rest.length === 0 ? box : boxAt(body, rest, box);
  }
  return null;
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
