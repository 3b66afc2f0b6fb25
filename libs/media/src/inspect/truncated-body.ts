import { isTransportStream, PACKET, SYNC } from './ts-packet.js';
import {
  type Box,
  boxAt,
  boxes,
  hasMp4Boxes,
  type Mp4Init,
  readTrun,
  TRUN,
  tfhdField,
  type Trun,
  viewOf,
} from './mp4-time.js';

/** A larger run is no segment of media. */
const MAX_SAMPLES = 100_000;
/** No box is shorter than its header. */
const HEADER = 16;

/**
 * The whole packets (MPEG-TS) or samples (fMP4) of a body that lacks its end: players and ffmpeg read a box or packet
 * that is not whole into what follows it. Changes the bytes in place.
 * @returns null for a body that does not show that it lacks anything
 */
export async function withoutTruncatedEnd(bytes: Buffer, init: Mp4Init | null): Promise<Buffer | null> {
  if (isTransportStream(bytes)) return wholePackets(bytes);
  return hasMp4Boxes(bytes) ? wholeSamples(bytes, init) : null;
}

/** Some servers append bytes to a segment; those of a packet start with its sync byte. */
function wholePackets(bytes: Buffer): Buffer | null {
  const end = bytes.length - (bytes.length % PACKET);
  return bytes[end] === SYNC ? bytes.subarray(0, end) : null;
}

async function wholeSamples(bytes: Buffer, init: Mp4Init | null): Promise<Buffer | null> {
  const body = viewOf(bytes);
  const cut = await truncatedBox(body);
  if (!cut) return null;
  const end = cut.type === 'mdat' ? bytes.length : cut.start;
  for await (const moof of boxes(body, 0, end))
    if (moof.type === 'moof')
      for await (const traf of boxes(body, moof.from, moof.end))
        if (traf.type === 'traf') await dropSamples(body, { moof, traf, end }, init);
  if (cut.type === 'mdat') setSize(bytes, cut, end - cut.start);
  return bytes.subarray(0, end);
}

/** The box that exceeds the body, or whose header does, or a fragment whose samples do not follow. */
async function truncatedBox(body: DataView): Promise<Pick<Box, 'type' | 'start' | 'from'> | null> {
  let last: Box | null = null;
  for await (const box of boxes(body)) last = box;
  const next = last ? last.start + last.size : 0;
  if (body.byteLength - next >= HEADER) return null;
  if (last && (next > body.byteLength || last.type === 'moof')) return last;
  return next < body.byteLength ? { type: '', start: next, from: next } : null;
}

interface Fragment {
  readonly moof: Box;
  readonly traf: Box;
  /** Where the data end. */
  readonly end: number;
}

/** Lowers the number of samples of a track fragment to those that are whole. Source: ISO 14496-12 section 8.8.8. */
async function dropSamples(body: DataView, { moof, traf, end }: Fragment, init: Mp4Init | null): Promise<void> {
  const sampleBytes = await defaultBytes(body, traf, init);
  let at = moof.end + 8;
  for await (const box of boxes(body, traf.from, traf.end)) {
    const run = box.type === 'trun' ? readTrun(body, box) : null;
    if (!run || run.count > MAX_SAMPLES) continue;
    if ((run.flags & TRUN.offset) !== 0) at = moof.start + body.getInt32(box.from + 8);
    const sizeOf = sizesOf(body, run);
    const samples = { from: at, count: run.count };
    const fits = sizeOf ? samplesBefore(end, { ...samples, sizeOf }) : equalBefore(end, { ...samples, sampleBytes });
    if (fits.count < run.count) body.setUint32(box.from + 4, fits.count);
    at = fits.count < run.count ? Infinity : fits.at;
  }
}

/** Size of a sample that a run does not state. */
async function defaultBytes(body: DataView, traf: Box, init: Mp4Init | null): Promise<number> {
  const tfhd = await boxAt(body, ['tfhd'], traf);
  if (!tfhd || tfhd.from + 8 > tfhd.end) return 0;
  return tfhdField(body, tfhd, 0x10) ?? init?.sampleBytes?.get(body.getUint32(tfhd.from + 4)) ?? 0;
}

/** Null if the samples have the default size. */
function sizesOf(body: DataView, run: Trun): ((n: number) => number) | null {
  if ((run.flags & TRUN.size) === 0) return null;
  const first = run.samples + ((run.flags & TRUN.duration) === 0 ? 0 : 4);
  return (n) => body.getUint32(first + n * run.step);
}

interface Samples {
  /** Where the data of the first one start. */
  readonly from: number;
  readonly count: number;
}
/** Number of samples whose data end at an offset at the latest, and where they end. */
interface FittingSamples {
  readonly count: number;
  readonly at: number;
}

function samplesBefore(
  end: number,
  { from, count, sizeOf }: Samples & { readonly sizeOf: (n: number) => number },
): FittingSamples {
  let at = from;
  for (let n = 0; n < count; n += 1) {
    at += sizeOf(n);
    if (at > end) return { count: n, at };
  }
  return { count, at };
}

/** Counts none of them: a box of some bytes may state any number of samples without sizes. */
function equalBefore(
  end: number,
  { from, count, sampleBytes }: Samples & { readonly sampleBytes: number },
): FittingSamples {
  const room = from > end ? 0 : sampleBytes === 0 ? count : Math.floor((end - from) / sampleBytes);
  return { count: Math.min(count, room), at: from + count * sampleBytes };
}

function setSize(bytes: Buffer, { start, from }: Pick<Box, 'start' | 'from'>, size: number): void {
  if (from - start === HEADER) bytes.writeBigUInt64BE(BigInt(size), start + 8);
  else bytes.writeUInt32BE(size, start);
}

/** Whether the last box of a body of fMP4 exceeds it. Holds no more than a chunk in memory. */
export async function hasTruncatedBox(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  let skip = 0;
  let head: Buffer = Buffer.of();
  for await (const chunk of chunks) {
    head = Buffer.concat([head, chunk]);
    while (skip <= head.length) {
      head = head.subarray(skip);
      const size = boxSizeAt(head);
      skip = size ?? 0;
      if (size === null) break;
      // A size of 0 means the rest of the body.
      if (size < 8) return false;
    }
    if (skip > head.length) [skip, head] = [skip - head.length, Buffer.of()];
  }
  return skip + head.length > 0;
}

/** Null: its header is not there yet. */
function boxSizeAt(head: Buffer): number | null {
  if (head.length < 8) return null;
  const size = head.readUInt32BE(0);
  if (size !== 1) return size;
  return head.length < HEADER ? null : Number(head.readBigUInt64BE(8));
}
