import { type ByteReader } from './byte-reader.js';
import { type Box, boxBytes, findBox, readBoxes } from './mp4-boxes.js';
import { type PacketScan } from './packet-scan.js';
import { scanTables } from './sample-tables.js';

export interface Mp4Index {
  readonly video: PacketScan | null;
  readonly audio: PacketScan | null;
}

/**
 * Times and keyframes of an mp4 or mov out of its own index: ffprobe would read the whole file for them, twice, and a
 * day of video is 80 GB. Holds one table at a time (40 MB for a day at 60 fps).
 * @returns null for a file without such an index: fragmented, or not finished
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
    if (kind) index[kind] ??= await scanTrack(file, trak, movieTicks);
  }
  return index;
}

async function kindOf(file: ByteReader, trak: Box): Promise<'video' | 'audio' | null> {
  const hdlr = await findBox(file, trak, ['mdia', 'hdlr']);
  const type = hdlr && (await boxBytes(file, hdlr)).toString('latin1', 8, 12);
  return type === 'vide' ? 'video' : type === 'soun' ? 'audio' : null;
}

async function scanTrack(file: ByteReader, trak: Box, movieTicks: number): Promise<PacketScan | null> {
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
    ticksPerSecond,
    stts,
    shiftTicks: elst ? editShift(elst, ticksPerSecond / movieTicks) : 0,
    ctts: await content('mdia', 'minf', 'stbl', 'ctts'),
    stss: await content('mdia', 'minf', 'stbl', 'stss'),
  });
}

/** `mvhd` and `mdhd` have their times in 32 or 64 bits, by version (sections 8.2.2, 8.4.2). */
const timescaleOf = (header: Buffer): number => header.readUInt32BE(header.readUInt8(0) === 1 ? 20 : 12);

/** An empty edit holds the track back; the first real one says which media time is shown first (section 8.6.6). */
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
