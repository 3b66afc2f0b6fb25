import { type Bytes } from '../http/http-port.js';

/**
 * How a segment is encrypted. `unsupported`: a method that Vodkeep cannot decrypt (SAMPLE-AES, another key format),
 * named by `name`.
 */
export interface SegmentKey {
  readonly method: 'AES-128' | 'unsupported';
  readonly name: string;
  readonly uri: string;
  /** 16 bytes; null: the segment's media sequence number, big-endian. */
  readonly iv: Uint8Array | null;
}

/** EXT-X-MAP: the init section of the segments after it. `key` is the key in force before the tag. */
export interface MapSection {
  readonly uri: string;
  readonly range: Bytes | null;
  readonly key: SegmentKey | null;
}

export interface MediaSegment {
  readonly seq: number;
  /** Its number in the playlist, if the capture uses another one. */
  readonly listedSeq?: number;
  /** As listed, with variables replaced; {@link absolute} resolves it on demand. */
  readonly uri: string;
  /** EXTINF in ms, to the microsecond; an estimate if `badDuration`. */
  readonly durMs: number;
  /** EXTINF is impossible, or far above the rest of the list. */
  readonly badDuration?: true;
  readonly title: string;
  /** EXT-X-DISCONTINUITY directly precedes it. */
  readonly discontinuity: boolean;
  /**
   * Wall clock of its first sample, ms since the Unix epoch. Taken from its own date-time, or computed from the nearest
   * one without crossing a discontinuity.
   */
  readonly pdtMs: number | null;
  readonly range: Bytes | null;
  readonly map: MapSection | null;
  readonly key: SegmentKey | null;
  /** EXT-X-GAP: the source reports the segment as missing. */
  readonly gap: boolean;
}

/** EXT-X-DATERANGE: a marked range of programme time (an ad break, a new source). Source: RFC 8216 section 4.3.2.7. */
export interface DateRange {
  readonly id: string;
  readonly className: string;
  /** ms since the Unix epoch. */
  readonly startAt: number;
  /** Null while the end is unknown. */
  readonly durMs: number | null;
  /** All attributes as written, including the X- ones. */
  readonly attributes: ReadonlyMap<string, string>;
}

export interface MediaPlaylist {
  /** The playlist's address after redirects; base of its relative URIs. */
  readonly baseUrl: string;
  /**
   * EXT-X-TARGETDURATION, but at least the longest segment. If the server omits it or states nonsense: the longest
   * segment rounded up to whole seconds, or 6 s for an empty list.
   */
  readonly targetMs: number;
  /** EXT-X-TARGETDURATION as listed; null if the server omits it or states nonsense. */
  readonly statedMs: number | null;
  readonly mediaSequence: number;
  readonly discontinuitySequence: number;
  readonly type: 'event' | 'vod' | null;
  /** EXT-X-ENDLIST is present: no further segments follow. */
  readonly ended: boolean;
  /** In order, numbered from `mediaSequence`. */
  readonly segments: readonly MediaSegment[];
  readonly dateRanges: readonly DateRange[];
}
