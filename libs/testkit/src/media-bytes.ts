/** The content of a generated segment: its first time stamp and its size. */
export interface MadeSegment {
  /** First presentation time, ms; TS stores 33 bits of 90 kHz of it. */
  readonly ptsMs: number;
  /** Approximate size; every byte depends on `ptsMs` and `mark`, so that all segments differ. */
  readonly sizeBytes?: number;
  readonly mark?: number;
}

const PACKET = 188;

/**
 * Generates MPEG-TS with one PES packet, its time stamp, and filler. It is not playable, but the engine parses it like
 * real media.
 */
export function madeTs({ ptsMs, sizeBytes = PACKET * 10, mark = 0 }: MadeSegment, streamId = 0xe0): Buffer {
  const packets = Math.max(2, Math.ceil(sizeBytes / PACKET));
  const out = Buffer.alloc(packets * PACKET, (Math.round(ptsMs / 10) + mark * 31) & 0xff);
  for (let i = 0; i < packets; i += 1) out.set([0x47, i === 1 ? 0x41 : 0x01, 0x00, 0x10 | (i & 15)], i * PACKET);
  out.writeUInt32BE(mark >>> 0, PACKET * 2 - 8);
  out.writeDoubleBE(ptsMs, PACKET - 16);
  out.set([0, 0, 1, streamId, 0, 0, 0x80, 0x80, 5, ...ptsBytes(Math.round(ptsMs * 90) % 2 ** 33)], PACKET + 4);
  return out;
}

/**
 * Generates MPEG-TS that holds only PAT and PMT, as a server without a publisher sends it.
 * @param tracks `[pid, stream type]` of each track that the PMT announces
 */
export function madeTables(tracks: readonly (readonly [pid: number, type: number])[] = []): Buffer {
  const pmt = 0x1000;
  const list = tracks.flatMap(([pid, type]) => [type, 0xe0 | (pid >> 8), pid & 0xff, 0xf0, 0]);
  return Buffer.concat([
    tablePacket(0, 0, [0, 1, 0xe0 | (pmt >> 8), pmt & 0xff]),
    tablePacket(pmt, 2, [0xff, 0xff, 0xf0, 0, ...list]),
  ]);
}

function tablePacket(pid: number, table: number, content: readonly number[]): Buffer {
  const packet = Buffer.alloc(PACKET, 0xff);
  const section = [table, 0xb0, content.length + 9, 0, 1, 0xc1, 0, 0, ...content, 0, 0, 0, 0];
  packet.set([0x47, 0x40 | (pid >> 8), pid & 0xff, 0x10, 0, ...section]);
  return packet;
}

function ptsBytes(pts: number): number[] {
  const high = Math.floor(pts / 2 ** 30) & 7;
  const middle = Math.floor(pts / 2 ** 15) & 0x7fff;
  const low = pts % 2 ** 15;
  return [0x21 | (high << 1), middle >> 7, ((middle & 0x7f) << 1) | 1, low >> 7, ((low & 0x7f) << 1) | 1];
}

const box = (type: string, ...content: readonly (Buffer | readonly number[])[]): Buffer => {
  const body = Buffer.concat(content.map((piece) => Buffer.from(piece)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const u32 = (n: number): Buffer => {
  const b = Buffer.alloc(4);
  b.writeUInt32BE(n);
  return b;
};
const u64 = (n: number): Buffer => {
  const b = Buffer.alloc(8);
  b.writeBigUInt64BE(BigInt(Math.round(n)));
  return b;
};

export interface MadeTrack {
  readonly id: number;
  readonly timescale: number;
  readonly kind: 'vide' | 'soun';
}
const VIDEO: MadeTrack = { id: 1, timescale: 90_000, kind: 'vide' };

/**
 * Generates an init section with the given tracks.
 * @param mark different values give different sections
 */
export function madeInit(mark = 0, tracks: readonly MadeTrack[] = [VIDEO]): Buffer {
  const traks = tracks.map(({ id, timescale, kind }) =>
    box(
      'trak',
      box('tkhd', u32(0), u32(0), u32(0), u32(id), Buffer.alloc(68)),
      box(
        'mdia',
        box('mdhd', u32(0), u32(0), u32(0), u32(timescale), u32(0), u32(0)),
        box('hdlr', u32(0), u32(0), Buffer.from(kind), Buffer.alloc(13)),
      ),
    ),
  );
  return Buffer.concat([
    box('ftyp', Buffer.from('iso6'), u32(mark)),
    box('moov', box('mvhd', Buffer.alloc(100)), ...traks),
  ]);
}

/** Generates a fragment (styp, a moof with a track fragment per track, mdat). */
export function madeM4s(
  { ptsMs, sizeBytes = 2000, mark = 0 }: MadeSegment,
  tracks: readonly MadeTrack[] = [VIDEO],
): Buffer {
  const trafs = tracks.map(({ id, timescale }) =>
    box('traf', box('tfhd', u32(0x020000), u32(id)), box('tfdt', [1, 0, 0, 0], u64((ptsMs * timescale) / 1000))),
  );
  const filling = Buffer.alloc(sizeBytes, (Math.round(ptsMs / 10) + mark * 31) & 0xff);
  filling.writeDoubleBE(ptsMs + mark / 7);
  return Buffer.concat([
    box('styp', Buffer.from('msdh'), u32(0)),
    box('moof', box('mfhd', u32(0), u32(1)), ...trafs),
    box('mdat', filling),
  ]);
}

/** Generates ADTS audio after an ID3 tag with the HLS time stamp (RFC 8216 section 3.4). */
export function madeAac({ ptsMs, sizeBytes = 500 }: MadeSegment): Buffer {
  const priv = Buffer.concat([
    Buffer.from('com.apple.streaming.transportStreamTimestamp\0', 'latin1'),
    u64(Math.round(ptsMs * 90) % 2 ** 33),
  ]);
  const frame = Buffer.concat([Buffer.from('PRIV'), u32(priv.length), Buffer.alloc(2), priv]);
  return Buffer.concat([
    Buffer.from('ID3'),
    Buffer.from([4, 0, 0, 0, 0, 0, frame.length]),
    frame,
    Buffer.from([0xff, 0xf1]),
    Buffer.alloc(sizeBytes, 7),
  ]);
}
