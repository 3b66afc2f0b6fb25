/**
 * Data in the object name of a stored segment, so that a listing alone is sufficient to rebuild a library
 * (docs/adr/0003-segment-names.md).
 */
export interface SegmentInfo {
  /** Run of segments on one source clock inside a part; counts from 0. */
  readonly epoch: number;
  /** Media sequence number of the source's playlist. */
  readonly seq: number;
  /** First presentation time of the segment in the epoch, unwrapped, in ms. Can exceed 2^33/90 after a wrap. */
  readonly ptsMs: number;
  /** Duration in ms: measured if the media allow it, otherwise EXTINF. */
  readonly durMs: number;
  readonly bytes: number;
  /** Programme date-time of the first sample, ms since the Unix epoch; null if the source has none. */
  readonly pdtMs: number | null;
  /** CRC-32 of the stored bytes, 8 hex digits: the identity across parts if there is no programme date-time. */
  readonly crc: string;
  readonly ext: SegmentExt;
}

/** Containers of segments. `aac`, `mp3`, `ac3` and `eac3` are packed audio (RFC 8216 section 3.4). */
export const SEGMENT_CONTAINERS = ['ts', 'fmp4', 'aac', 'mp3', 'ac3', 'eac3'] as const;
export type SegmentContainer = (typeof SEGMENT_CONTAINERS)[number];
export type SegmentExt = Exclude<SegmentContainer, 'fmp4'> | 'm4s';

export const extOf = (container: SegmentContainer): SegmentExt => (container === 'fmp4' ? 'm4s' : container);
export const containerOf = (ext: SegmentExt): SegmentContainer => (ext === 'm4s' ? 'fmp4' : ext);

const NAME = /^(\d{4,6})-(\d{12,16})-(\d+)-(\d+)-(\d+)-(\d+|x)-([0-9a-f]{8})\.(ts|m4s|aac|mp3|ac3|eac3)$/;

/**
 * Object name of a segment below `parts/<partId>/s/`. Epoch (6 digits) and sequence (12) are zero-padded, so that names
 * sort in source order. Sequences of 13 to 16 digits (ms as numbers) are rare and sort by their parsed number.
 */
export function segmentName(s: SegmentInfo): string {
  const order = `${String(s.epoch).padStart(6, '0')}-${String(s.seq).padStart(12, '0')}`;
  return `${order}-${s.ptsMs}-${s.durMs}-${s.bytes}-${s.pdtMs ?? 'x'}-${s.crc}.${s.ext}`;
}

/**
 * Parses a name from {@link segmentName}, or from an earlier version with an epoch of 4 digits. @returns null for any
 * other name (a foreign or temporary file)
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
