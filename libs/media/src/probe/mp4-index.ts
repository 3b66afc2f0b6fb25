import { type TrackKind } from '#libs/contracts';
import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { type ByteReader } from './byte-reader.js';
import { Pauses, type PacketScan, Times } from './packet-scan.js';

export interface Mp4Index {
  readonly video: PacketScan | null;
  readonly audio: PacketScan | null;
}

/**
 * Reads times and keyframes of an mp4 or mov from its own index. ffprobe would read the whole file for them, twice, and
 * a day of video is 80 GB. Holds the tables of one track at a time.
 * @returns null for a file without such an index: fragmented or unfinished
 * @throws OutsideError `file-without-media`: the index is too large to be one of a video, or names more samples than the
 *   file has bytes, each of which would cost ffmpeg memory
 */
export async function readMp4Index(file: ByteReader): Promise<Mp4Index | null> {
  const moov = (await readBoxes(file, 0, file.sizeBytes)).find((box) => box.type === 'moov');
  if (!moov) return null;
  const children = await readBoxes(file, moov.start, moov.end);
  const mvhd = children.find((box) => box.type === 'mvhd');
  if (!mvhd || children.some((box) => box.type === 'mvex')) return null;
  const movieTicks = timescaleOf(await boxBytes(file, mvhd));
  const index: Record<TrackKind, PacketScan | null> = { video: null, audio: null };
  for (const trak of children.filter((box) => box.type === 'trak')) {
    const kind = await kindOf(file, trak);
    if (kind) index[kind] ??= await scanTrack({ file, trak, kind }, movieTicks);
  }
  refuseEmptySamples(index, file.sizeBytes);
  return index;
}

/** @throws OutsideError `file-without-media`: there are more samples than bytes */
function refuseEmptySamples({ video, audio }: Mp4Index, sizeBytes: number): void {
  const samples = [video, audio].reduce((sum, track) => sum + (track?.packets ?? 0), 0);
  if (samples > sizeBytes) throw new OutsideError(message('error.file-without-media.index'));
}

async function kindOf(file: ByteReader, trak: Box): Promise<TrackKind | null> {
  const hdlr = await findBox(file, trak, ['mdia', 'hdlr']);
  const type = hdlr && (await boxBytes(file, hdlr)).toString('latin1', 8, 12);
  return type === 'vide' ? 'video' : type === 'soun' ? 'audio' : null;
}

interface Track {
  readonly file: ByteReader;
  readonly trak: Box;
  readonly kind: TrackKind;
}

async function scanTrack({ file, trak, kind }: Track, movieTicks: number): Promise<PacketScan | null> {
  const content = async (...path: string[]): Promise<Buffer | null> => {
    const box = await findBox(file, trak, path);
    return box && boxBytes(file, box);
  };
  const mdhd = await content('mdia', 'mdhd');
  const stts = await content('mdia', 'minf', 'stbl', 'stts');
  if (!mdhd || !stts) return null;
  const ticksPerSecond = timescaleOf(mdhd);
  const elst = await content('edts', 'elst');
  return scanTables({
    kind,
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
  const entry = isLong ? 20 : 12;
  let shift = 0;
  for (let i = 0, at = 8; i < elst.readUInt32BE(4) && at + entry <= elst.length; i += 1, at += entry) {
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

/** One table of a day at 60 fps takes 40 MB. */
const MAX_TABLE_BYTES = 256 * 1024 * 1024;

/** @throws OutsideError `file-without-media`: the box is too large to read into memory */
function boxBytes(file: ByteReader, { start, end }: Box): Promise<Buffer> {
  if (end - start > MAX_TABLE_BYTES) throw new OutsideError(message('error.file-without-media.index'));
  return file.read(start, end - start);
}

/** The time tables of one track (ISO 14496-12 sections 8.6.1 and 8.6.2): the unparsed contents of the boxes. */
interface SampleTables {
  readonly kind: TrackKind;
  readonly ticksPerSecond: number;
  /** Shift of the edit list; added to every presentation time. */
  readonly shiftTicks: number;
  readonly stts: Buffer;
  readonly ctts: Buffer | null;
  /** Null: every sample of video is a keyframe. */
  readonly stss: Buffer | null;
}

const FULL_BOX = 4;
const COUNT = 4;

/** A table of (count, value) pairs, read one pair at a time. */
class RunLengths {
  /** Samples that are left of the pair, and their value. */
  left = 0;
  value = 0;
  private at = FULL_BOX + COUNT;
  constructor(private readonly table: Buffer) {
    this.take(0);
  }

  /** @param samples at most {@link left} */
  take(samples: number): void {
    this.left -= samples;
    while (this.left === 0 && this.at + 8 <= this.table.length) {
      this.left = this.table.readUInt32BE(this.at);
      this.value = this.table.readInt32BE(this.at + 4);
      this.at += 8;
    }
  }
}

/** Samples in a row with one length and one offset, in ticks; `from` is the number of the first one, `pts` its time. */
interface EvenSamples {
  readonly from: number;
  readonly count: number;
  readonly pts: number;
  readonly length: number;
}

/**
 * Yields the samples of a track. Takes time in proportion to the tables, not to the samples: eight bytes may stand for
 * 2^32 of them.
 */
function* evenSamples({ stts, ctts, shiftTicks }: SampleTables): Generator<EvenSamples> {
  const lengths = new RunLengths(stts);
  const offsets = new RunLengths(ctts ?? Buffer.alloc(0));
  let [from, dts] = [1, 0];
  while (lengths.left > 0) {
    const hasOffset = offsets.left > 0;
    const count = hasOffset ? Math.min(lengths.left, offsets.left) : lengths.left;
    const length = lengths.value;
    yield { from, count, length, pts: dts + (hasOffset ? offsets.value : 0) + shiftTicks };
    from += count;
    dts += count * length;
    lengths.take(count);
    if (hasOffset) offsets.take(count);
  }
}

/** Computes what ffprobe's packets of the track would show, without reading the media. Null if there is no sample. */
function scanTables(tables: SampleTables): PacketScan | null {
  const { ticksPerSecond } = tables;
  const keyframes = new Keyframes(tables);
  const steps = new Steps(ticksPerSecond);
  let [packets, first, last, end] = [0, Infinity, -Infinity, -Infinity];
  for (const samples of evenSamples(tables)) {
    const { pts, count, length } = samples;
    const lastPts = pts + (count - 1) * length;
    packets += count;
    [first, last] = [Math.min(first, pts, lastPts), Math.max(last, pts, lastPts)];
    end = Math.max(end, pts + length, lastPts + length);
    steps.add(samples);
    keyframes.add(samples);
  }
  if (packets === 0) return null;
  return {
    ticksPerSecond,
    packets,
    firstTicks: first,
    lastTicks: last,
    endTicks: end,
    keyframes: keyframes.times.values,
    maxStep: steps.most,
    minStep: Math.min(steps.least, steps.most),
    pausesMs: steps.pauses.ms,
  };
}

/** The distances between samples that are added in order: the length of each but the last one. */
class Steps {
  readonly pauses = new Pauses();
  least = Infinity;
  most = 0;
  private before: number | null = null;
  constructor(private readonly ticksPerSecond: number) {}

  add({ count, length }: EvenSamples): void {
    if (this.before !== null) this.step(this.before, 1);
    if (count > 1) this.step(length, count - 1);
    this.before = length;
  }

  private step(ticks: number, times: number): void {
    this.pauses.step((ticks * 1000) / this.ticksPerSecond, times);
    [this.least, this.most] = [Math.min(this.least, ticks), Math.max(this.most, ticks)];
  }
}

/** The keyframes of samples that are added in order. */
class Keyframes {
  readonly times = new Times();
  private at = FULL_BOX + COUNT;
  constructor(private readonly tables: SampleTables) {}

  add(samples: EvenSamples): void {
    if (this.tables.kind === 'audio') return;
    for (const place of this.placesIn(samples)) this.times.add(samples.pts + place * samples.length);
  }

  private *placesIn({ from, count }: EvenSamples): Generator<number> {
    const { stss } = this.tables;
    if (!stss) for (let place = 0; place < count; place += 1) yield place;
    for (; stss && this.at + 4 <= stss.length; this.at += 4) {
      const place = stss.readUInt32BE(this.at) - from;
      if (place < 0 || place >= count) return;
      yield place;
    }
  }
}
