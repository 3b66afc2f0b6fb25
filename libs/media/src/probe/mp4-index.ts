import { type ByteReader } from './byte-reader.js';
import { Pauses, type PacketScan } from './packet-scan.js';

export interface Mp4Index {
  readonly video: PacketScan | null;
  readonly audio: PacketScan | null;
}

/** Two days of video at 120 frames per second. Each costs time, and a table of some bytes may name billions. */
const MAX_SAMPLES = 20_000_000;
/** Of one box: a table has at most 8 bytes for each sample. More is not read. */
const MAX_BOX_BYTES = 8 * MAX_SAMPLES + 64;

/**
 * Reads times and keyframes of an mp4 or mov from its own index. ffprobe would read the whole file for them, twice, and
 * a day of video is 80 GB. Holds the tables of one track at a time (one table of a day at 60 fps takes 40 MB).
 * @returns null for a file without such an index: fragmented or unfinished, or one that names too many samples
 */
export async function readMp4Index(file: ByteReader): Promise<Mp4Index | null> {
  const moov = (await readBoxes(file, 0, file.sizeBytes)).find((box) => box.type === 'moov');
  if (!moov) return null;
  const children = await readBoxes(file, moov.start, moov.end);
  const mvhd = children.find((box) => box.type === 'mvhd');
  if (!mvhd || children.some((box) => box.type === 'mvex')) return null;
  const movieTicks = timescaleOf(await boxBytes(file, mvhd));
  const index: { video: PacketScan | null; audio: PacketScan | null } = { video: null, audio: null };
  for (const trak of children.filter((box) => box.type === 'trak')) {
    const kind = await kindOf(file, trak);
    const scan = kind && (index[kind] ?? (await scanTrack(file, trak, movieTicks)));
    if (scan === 'too-many') return null;
    if (kind) index[kind] = scan;
  }
  return index;
}

async function kindOf(file: ByteReader, trak: Box): Promise<'video' | 'audio' | null> {
  const hdlr = await findBox(file, trak, ['mdia', 'hdlr']);
  const type = hdlr && (await boxBytes(file, hdlr)).toString('latin1', 8, 12);
  return type === 'vide' ? 'video' : type === 'soun' ? 'audio' : null;
}

async function scanTrack(file: ByteReader, trak: Box, movieTicks: number): Promise<PacketScan | 'too-many' | null> {
  const content = async (...path: string[]): Promise<Buffer | null> => {
    const box = await findBox(file, trak, path);
    return box && boxBytes(file, box);
  };
  const mdhd = await content('mdia', 'mdhd');
  const stts = await content('mdia', 'minf', 'stbl', 'stts');
  if (!mdhd || !stts) return null;
  // A sample has at least one byte.
  if (samplesIn(stts) > Math.min(MAX_SAMPLES, file.sizeBytes)) return 'too-many';
  const ticksPerSecond = timescaleOf(mdhd);
  const elst = await content('edts', 'elst');
  return scanTables({
    ticksPerSecond,
    stts,
    shiftTicks: elst ? editShift(elst, ticksPerSecond / movieTicks) : 0,
    ctts: await content('mdia', 'minf', 'stbl', 'ctts'),
    stss: await content('mdia', 'minf', 'stbl', 'stss'),
  });
}

/** `mvhd` and `mdhd` store times with 32 or 64 bits, depending on the version (sections 8.2.2, 8.4.2). */
const timescaleOf = (header: Buffer): number => header.readUInt32BE(header.readUInt8(0) === 1 ? 20 : 12);

/** An empty edit delays the track; the first non-empty one defines which media time is shown first (section 8.6.6). */
function editShift(elst: Buffer, ticksPerMovieTick: number): number {
  const isLong = elst.readUInt8(0) === 1;
  let shift = 0;
  for (let i = 0, at = 8; i < elst.readUInt32BE(4); i += 1, at += isLong ? 20 : 12) {
    const length = isLong ? Number(elst.readBigUInt64BE(at)) : elst.readUInt32BE(at);
    const mediaTime = isLong ? Number(elst.readBigInt64BE(at + 8)) : elst.readInt32BE(at + 4);
    if (mediaTime >= 0) return shift - mediaTime;
    shift += Math.round(length * ticksPerMovieTick);
  }
  return shift;
}

/** A box of ISO 14496-12 section 4.2: its type and the position of its content in the file. */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Lists the boxes between two offsets, in order, without their content.
 * @returns the boxes before the first one with an invalid size: a damaged file yields fewer boxes, never an endless
 *   loop
 */
async function readBoxes(file: ByteReader, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to;) {
    const head = Buffer.concat([await file.read(at, 16)], 16); // the last box may be shorter than a long header
    const short = head.readUInt32BE(0);
    const headBytes = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short;
    if (size < headBytes || at + size > to) break;
    boxes.push({ type: head.toString('latin1', 4, 8), start: at + headBytes, end: at + size });
    at += size;
  }
  return boxes;
}

/** Finds the first box at a path of types; null if there is none. */
async function findBox(file: ByteReader, within: Box, path: readonly string[]): Promise<Box | null> {
  let box = within;
  for (const type of path) {
    const child = (await readBoxes(file, box.start, box.end)).find((b) => b.type === type);
    if (!child) return null;
    box = child;
  }
  return box;
}

const boxBytes = (file: ByteReader, box: Box): Promise<Buffer> =>
  file.read(box.start, Math.min(box.end - box.start, MAX_BOX_BYTES));

/** The time tables of one track (ISO 14496-12 sections 8.6.1 and 8.6.2): the unparsed contents of the boxes. */
export interface SampleTables {
  readonly ticksPerSecond: number;
  /** Shift of the edit list; added to every presentation time. */
  readonly shiftTicks: number;
  readonly stts: Buffer;
  readonly ctts: Buffer | null;
  /** Null: every sample is a keyframe. */
  readonly stss: Buffer | null;
}

const FULL_BOX = 4;
const COUNT = 4;

/** A table of (count, value) pairs, read one value at a time. */
class RunLengths {
  private at = FULL_BOX + COUNT;
  private left = 0;
  private value = 0;
  constructor(private readonly table: Buffer) {}

  /** Null after the last value. */
  next(): number | null {
    while (this.left === 0) {
      if (this.at + 8 > this.table.length) return null;
      this.left = this.table.readUInt32BE(this.at);
      this.value = this.table.readInt32BE(this.at + 4);
      this.at += 8;
    }
    this.left -= 1;
    return this.value;
  }
}

/** Number of samples that a table of (count, value) pairs has. */
function samplesIn(table: Buffer): number {
  let samples = 0;
  for (let at = FULL_BOX + COUNT; at + 8 <= table.length; at += 8) samples += table.readUInt32BE(at);
  return samples;
}

/** Computes what ffprobe's packets of the track would show, without reading the media. Null if there is no sample. */
function scanTables({ ticksPerSecond, shiftTicks, stts, ctts, stss }: SampleTables): PacketScan | null {
  const lengths = new RunLengths(stts);
  const offsets = ctts && new RunLengths(ctts);
  const isKeyframe = keyframeTest(stss);
  const keyframes: number[] = [];
  const pauses = new Pauses();
  let [packets, dts, first, last, end, minStep, maxStep] = [0, 0, Infinity, -Infinity, -Infinity, Infinity, 0];
  for (
    let length = lengths.next(), before: number | null = null;
    length !== null;
    before = length, length = lengths.next()
  ) {
    const pts = dts + (offsets?.next() ?? 0) + shiftTicks;
    packets += 1;
    if (before !== null) pauses.step((before * 1000) / ticksPerSecond);
    if (before !== null) [minStep, maxStep] = [Math.min(minStep, before), Math.max(maxStep, before)];
    [first, last, end] = [Math.min(first, pts), Math.max(last, pts), Math.max(end, pts + length)];
    if (isKeyframe(packets)) keyframes.push(pts);
    dts += length;
  }
  if (packets === 0) return null;
  return {
    ticksPerSecond,
    packets,
    firstTicks: first,
    lastTicks: last,
    endTicks: end,
    keyframes,
    maxStep,
    minStep: Math.min(minStep, maxStep),
    pausesMs: pauses.ms,
  };
}

/** Sample numbers start at 1; the returned function must be called for them in order. */
function keyframeTest(stss: Buffer | null): (sample: number) => boolean {
  if (!stss) return () => true;
  let at = FULL_BOX + COUNT;
  return (sample) => {
    if (at + 4 > stss.length || stss.readUInt32BE(at) !== sample) return false;
    at += 4;
    return true;
  };
}
