import { type Bytes } from '../http/http-port.js';

/**
 * How a segment is encrypted. `unsupported`: by a method we cannot undo (SAMPLE-AES, a foreign key format); `name` says
 * which.
 */
export interface SegmentKey {
  readonly method: 'AES-128' | 'unsupported';
  readonly name: string;
  readonly uri: string;
  /** 16 bytes; null means: the segment's own media sequence number, big-endian. */
  readonly iv: Uint8Array | null;
}

/** EXT-X-MAP: the init section that the segments after it need. `key` is the one in force before the tag. */
export interface MapSection {
  readonly uri: string;
  readonly range: Bytes | null;
  readonly key: SegmentKey | null;
}

/** One media segment as the playlist lists it. */
export interface MediaSegment {
  readonly seq: number;
  /** As listed, variables replaced; made absolute by {@link absolute} when it is asked for. */
  readonly uri: string;
  /** EXTINF in ms, to the microsecond. */
  readonly durMs: number;
  readonly title: string;
  /** EXT-X-DISCONTINUITY stands right before it. */
  readonly discontinuity: boolean;
  /**
   * Wall clock of its first sample, ms since the Unix epoch: given, or carried on from the nearest given one up to the
   * next discontinuity.
   */
  readonly pdtMs: number | null;
  readonly range: Bytes | null;
  readonly map: MapSection | null;
  readonly key: SegmentKey | null;
  /** EXT-X-GAP: the source itself says that it is missing. */
  readonly gap: boolean;
}

/**
 * EXT-X-DATERANGE: a stretch of programme time that means something (an ad break, a new source). Source: RFC 8216
 * section 4.3.2.7.
 */
export interface DateRange {
  readonly id: string;
  readonly className: string;
  /** ms since the Unix epoch. */
  readonly startAt: number;
  /** Null while the end is not known. */
  readonly durMs: number | null;
  /** Every attribute as written, the X- ones included. */
  readonly attributes: ReadonlyMap<string, string>;
}

export interface MediaPlaylist {
  /** Address it came from, after redirects: what its URIs are relative to. */
  readonly baseUrl: string;
  /**
   * EXT-X-TARGETDURATION; the longest segment rounded up to whole seconds (6 s when empty) where the server leaves it
   * out.
   */
  readonly targetMs: number;
  readonly mediaSequence: number;
  readonly discontinuitySequence: number;
  readonly type: 'event' | 'vod' | null;
  /** EXT-X-ENDLIST was seen: nothing more will come. */
  readonly ended: boolean;
  /** In order, numbered on from `mediaSequence`. */
  readonly segments: readonly MediaSegment[];
  readonly dateRanges: readonly DateRange[];
}
