/**
 * What a stored segment's object name says about it, so that a library can be rebuilt by listing alone
 * (docs/adr/0003-segment-names.md).
 */
export interface SegmentInfo {
  /** Run of segments on one source clock inside a part; counts from 0. */
  readonly epoch: number;
  /** Media sequence number of the source's playlist. */
  readonly seq: number;
  /** First presentation time of the segment in the epoch, unwrapped, in ms. May be above 2^33/90 after a wrap. */
  readonly ptsMs: number;
  /** Length in ms: measured where the media tells it, else EXTINF. */
  readonly durMs: number;
  readonly bytes: number;
  /** Programme date-time of the first sample, ms since the Unix epoch; null where the source gives none. */
  readonly pdtMs: number | null;
  /** CRC-32 of the stored bytes, 8 hex digits: the identity across parts where there is no programme date-time. */
  readonly crc: string;
  readonly ext: SegmentExt;
}

export type SegmentExt = 'ts' | 'm4s' | 'aac';

const NAME = /^(\d{4,6})-(\d{12,16})-(\d+)-(\d+)-(\d+)-(\d+|x)-([0-9a-f]{8})\.(ts|m4s|aac)$/;

/**
 * Object name of a segment below `parts/<partId>/s/`. Epoch (6 digits) and sequence (12) are zero-padded, so that names
 * sort in source order; sequences of 13 to 16 digits (ms as numbers) are rare and sort by their parsed number.
 */
export function segmentName(s: SegmentInfo): string {
  const order = `${String(s.epoch).padStart(6, '0')}-${String(s.seq).padStart(12, '0')}`;
  return `${order}-${s.ptsMs}-${s.durMs}-${s.bytes}-${s.pdtMs ?? 'x'}-${s.crc}.${s.ext}`;
}

/**
 * Reads a name made by {@link segmentName}, or by an earlier version with an epoch of 4 digits; null for anything else
 * (a foreign file, a temporary one).
 */
export function parseSegmentName(name: string): SegmentInfo | null {
  const m = NAME.exec(name);
  if (!m) return null;
  const [, epoch, seq, pts, dur, bytes, pdt, crc, ext] = m as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    SegmentExt,
  ];
  return {
    epoch: Number(epoch),
    seq: Number(seq),
    ptsMs: Number(pts),
    durMs: Number(dur),
    bytes: Number(bytes),
    pdtMs: pdt === 'x' ? null : Number(pdt),
    crc,
    ext,
  };
}
