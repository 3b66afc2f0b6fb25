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
  /** Tracks that are missing in the segment, or were missing before it; absent: none. */
  readonly missing?: readonly MissingTrack[];
}

/**
 * Why a track is missing for a time although its segments are stored. `not-sent`: the source sent none of it;
 * `damaged`: its bytes are no frames.
 */
export const TRACK_GAP_CAUSES = ['not-sent', 'damaged'] as const;
export type TrackGapCause = (typeof TRACK_GAP_CAUSES)[number];
export const TRACK_KINDS = ['video', 'audio'] as const;
export type TrackKind = (typeof TRACK_KINDS)[number];

/** A time without one of the tracks, ms of presentation time in the epoch. */
export interface MissingTrack {
  readonly kind: TrackKind;
  /** Counts the tracks of the kind from 1. */
  readonly number: number;
  readonly cause: TrackGapCause;
  readonly fromMs: number;
  readonly toMs: number;
}

/** An object name has at most 255 bytes. */
export const MAX_MISSING_TRACKS = 4;

/**
 * Containers of segments. `aac`, `mp3`, `ac3` and `eac3` are packed audio (RFC 8216 section 3.4), `vtt` is WebVTT
 * (section 3.5).
 */
export const SEGMENT_CONTAINERS = ['ts', 'fmp4', 'aac', 'mp3', 'ac3', 'eac3', 'vtt'] as const;
export type SegmentContainer = (typeof SEGMENT_CONTAINERS)[number];
export type SegmentExt = Exclude<SegmentContainer, 'fmp4'> | 'm4s';

/** Media type of a segment. */
export const SEGMENT_MIME: Readonly<Record<SegmentExt, string>> = {
  ts: 'video/mp2t',
  m4s: 'video/iso.segment',
  aac: 'audio/aac',
  mp3: 'audio/mpeg',
  ac3: 'audio/ac3',
  eac3: 'audio/eac3',
  vtt: 'text/vtt',
};

/** File extension of segments in this container. */
export const extOf = (container: SegmentContainer): SegmentExt => (container === 'fmp4' ? 'm4s' : container);
/** Container of segments with this file extension. */
export const containerOf = (ext: SegmentExt): SegmentContainer => (ext === 'm4s' ? 'fmp4' : ext);

/** A CRC-32 as names and rows store it: 8 hex digits. @param crc an unsigned 32-bit number */
export const crcText = (crc: number): string => crc.toString(16).padStart(8, '0');

const SEGMENT_NAME =
  /^(\d{4,6})-(\d{12,16})-(\d+)-(\d+)-(\d+)-(\d+|x)-([0-9a-f]{8})((?:-[va][nd]\d-\d+-\d+){0,4})\.(ts|m4s|aac|mp3|ac3|eac3|vtt)$/;
const SEGMENT_TIMES = /^\d+-\d+-(\d+)-\d+-\d+-(\d+|x)-/;
const HAS_MISSING_TRACK = /-[va][nd]\d-/;
const MISSING_TRACK = /-([va])([nd])(\d)-(\d+)-(\d+)/g;

/**
 * Object name of a segment below `parts/<partId>/s/`. Epoch (6 digits) and sequence (12) are zero-padded, so that names
 * sort in source order. Sequences of 13 to 16 digits (ms as numbers) are rare and sort by their parsed number.
 */
export function segmentName(s: SegmentInfo): string {
  const order = `${String(s.epoch).padStart(6, '0')}-${String(s.seq).padStart(12, '0')}`;
  const missing = (s.missing ?? []).map(
    (m) => `-${m.kind[0] ?? ''}${m.cause[0] ?? ''}${m.number}-${m.fromMs}-${m.toMs}`,
  );
  return `${order}-${s.ptsMs}-${s.durMs}-${s.bytes}-${s.pdtMs ?? 'x'}-${s.crc}${missing.join('')}.${s.ext}`;
}

const missingOf = (text: string): MissingTrack[] =>
  [...text.matchAll(MISSING_TRACK)].map(([, kind, cause, number, fromMs, toMs]) => ({
    kind: kind === 'v' ? 'video' : 'audio',
    number: Number(number),
    cause: cause === 'n' ? 'not-sent' : 'damaged',
    fromMs: Number(fromMs),
    toMs: Number(toMs),
  }));

/** Times in a segment's name, ms, without the rest of {@link parseSegmentName}: a day has many names. */
export function segmentTimes(name: string): Pick<SegmentInfo, 'ptsMs' | 'pdtMs'> | null {
  const [, pts, pdt] = SEGMENT_TIMES.exec(name) ?? [];
  return pts === undefined ? null : { ptsMs: Number(pts), pdtMs: pdt === 'x' ? null : Number(pdt) };
}

/** Tracks that are missing by a segment's name. Names without one are not parsed, because there are many of them. */
export const missingTracksOf = (name: string): readonly MissingTrack[] =>
  (HAS_MISSING_TRACK.test(name) ? parseSegmentName(name)?.missing : undefined) ?? [];

/**
 * Parses a name from {@link segmentName}, or from an earlier version with an epoch of 4 digits. @returns null for any
 * other name (a foreign or temporary file)
 */
export function parseSegmentName(name: string): SegmentInfo | null {
  const m = SEGMENT_NAME.exec(name);
  if (!m) return null;
  const [, epoch, seq, pts, dur, bytes, pdt, crc, missing, ext] = m as unknown as [
    string,
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
    ...(missing !== '' && { missing: missingOf(missing) }),
  };
}
