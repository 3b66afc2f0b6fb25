import { yieldTurn } from '#libs/input';

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
export async function readMp4Init(bytes: Uint8Array): Promise<Mp4Init | null> {
  const body = viewOf(bytes);
  const moov = await boxAt(body, ['moov']);
  if (!moov) return null;
  const timescales = new Map<number, number>();
  const kinds = new Map<number, 'video' | 'audio'>();
  let videoTrack: number | null = null;
  for await (const trak of boxes(body, moov.from, moov.end)) {
    const track = trak.type === 'trak' ? await readTrack(body, trak) : null;
    if (!track) continue;
    timescales.set(track.id, track.scale);
    if (track.kind) kinds.set(track.id, track.kind);
    if (track.kind === 'video') videoTrack ??= track.id;
  }
  if (timescales.size === 0) return null;
  const { sampleTicks, sampleBytes } = await readTrex(body, moov);
  return { timescales, videoTrack, kinds, ...(sampleTicks.size === 0 ? {} : { sampleTicks, sampleBytes }) };
}

/** Offsets of the defaults of a track in its trex box. */
const TREX = { duration: 12, size: 16 } as const;

async function readTrex(
  body: DataView,
  moov: Box,
): Promise<{ readonly sampleTicks: ReadonlyMap<number, number>; readonly sampleBytes: ReadonlyMap<number, number> }> {
  const [sampleTicks, sampleBytes] = [new Map<number, number>(), new Map<number, number>()];
  const mvex = await boxAt(body, ['mvex'], moov);
  if (!mvex) return { sampleTicks, sampleBytes };
  for await (const trex of boxes(body, mvex.from, mvex.end)) {
    if (trex.type !== 'trex' || trex.from + 20 > trex.end) continue;
    const track = body.getUint32(trex.from + 4);
    sampleTicks.set(track, body.getUint32(trex.from + TREX.duration));
    sampleBytes.set(track, body.getUint32(trex.from + TREX.size));
  }
  return { sampleTicks, sampleBytes };
}

async function readTrack(
  body: DataView,
  trak: Box,
): Promise<{ readonly id: number; readonly scale: number; readonly kind: 'video' | 'audio' | null } | null> {
  const id = u32After(body, await boxAt(body, ['tkhd'], trak), [12, 20]);
  const scale = u32After(body, await boxAt(body, ['mdia', 'mdhd'], trak), [12, 20]);
  if (id === null || scale === null || scale === 0) return null;
  const hdlr = await boxAt(body, ['mdia', 'hdlr'], trak);
  const type = hdlr !== null && hdlr.from + 12 <= hdlr.end ? boxType(body, hdlr.from + 8) : '';
  return { id, scale, kind: type === 'vide' ? 'video' : type === 'soun' ? 'audio' : null };
}

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

/** Flags of the optional fields of a tfhd box, with their bytes, in order. */
const TFHD = [
  [0x1, 8],
  [0x2, 4],
  [0x8, 4],
  [0x10, 4],
] as const;

/** The field of a track fragment header (tfhd) that has this flag; null if it is absent. */
export function tfhdField(body: DataView, tfhd: Box, flag: 0x8 | 0x10): number | null {
  if (tfhd.from + 8 > tfhd.end) return null;
  const flags = body.getUint32(tfhd.from) & 0xffffff;
  const before = TFHD.filter(([one]) => one < flag && (flags & one) !== 0);
  const at = before.reduce((sum, [, bytes]) => sum + bytes, tfhd.from + 8);
  return (flags & flag) !== 0 && at + 4 <= tfhd.end ? body.getUint32(at) : null;
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

/** Number of boxes after which other work may run: more than a segment of usual media has. */
const BOXES_A_TURN = 1000;

/**
 * Yields the boxes between two offsets, in order. Stops at the first box with an invalid size; of a truncated body, the
 * last box ends where the body ends. Other work runs in between, because a body of megabytes may consist of tiny boxes.
 */
export async function* boxes(body: DataView, from = 0, end = body.byteLength): AsyncGenerator<Box, void, undefined> {
  let box = headerAt(body, from, end);
  for (let n = 1; box; n += 1) {
    if (n % BOXES_A_TURN === 0) await yieldTurn();
    yield box;
    box = headerAt(body, box.start + box.size, end);
  }
}

function headerAt(body: DataView, at: number, end: number): Box | null {
  if (at + 8 > end) return null;
  const size = body.getUint32(at);
  const long = size === 1;
  if (long && at + 16 > end) return null;
  const whole = long ? Number(body.getBigUint64(at + 8)) : size === 0 ? end - at : size;
  const head = long ? 16 : 8;
  if (whole < head) return null;
  return { type: boxType(body, at + 4), start: at, from: at + head, end: Math.min(end, at + whole), size: whole };
}

function boxType(body: DataView, at: number): string {
  return String.fromCharCode(body.getUint8(at), body.getUint8(at + 1), body.getUint8(at + 2), body.getUint8(at + 3));
}

/** Finds the first box at a path of types (`moov`, `mvhd`); null if there is none. */
export async function boxAt(body: DataView, path: readonly string[], within?: Box): Promise<Box | null> {
  const [type, ...rest] = path;
  for await (const box of boxes(body, within?.from, within?.end)) {
    if (box.type !== type) continue;
    return rest.length === 0 ? box : boxAt(body, rest, box);
  }
  return null;
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
