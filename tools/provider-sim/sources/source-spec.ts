import type { IncomingHttpHeaders } from 'node:http';
import { type MediaSpec, SMALL_MEDIA } from '../media/media-spec.js';

/** A response of a source. A string body is UTF-8; default status 200. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

export interface SourceRequest {
  /** Below the source's folder, without the query: `index.m3u8`, `c7.ts`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** ms since the first request to the source. */
  readonly atMs: number;
}

/** The window at one moment. Segments are identified by their index `n`, from 0; there is none if `last < first`. */
export interface Window {
  readonly first: number;
  readonly last: number;
  /** The source produces no more segments. */
  readonly ended: boolean;
  /** ms since the first request to the source. */
  readonly atMs: number;
  /** Wall clock of the first request, ms since the Unix epoch; segment 0 ended then. */
  readonly startedAt: number;
}

/**
 * A live source whose playlist follows from the clock alone. Its clock starts with its first request, so segment 0 is
 * listed when Vodkeep adds it. All hooks are optional. State of a source belongs in the closure of the function that
 * makes the spec.
 */
export interface SourceSpec {
  /** Name of the channel and of the source's folder: `<number>-<name>`, where `number` is that of `sources-N`. */
  readonly name: string;
  /** Length of the stream, s; default 24. */
  readonly seconds?: number;
  /** Path that is added as a channel; default `index.m3u8`. */
  readonly address?: string;
  readonly container?: 'ts' | 'fmp4';
  /** Length of a segment; default 2. */
  readonly segmentS?: number;
  /** Number of listed segments; default 5. */
  readonly window?: number;
  /** Default: numbered frames and tones, 320x180 at 30 fps. */
  readonly media?: MediaSpec;
  /** What the playlist answers after the last segment; default `endlist`. */
  readonly end?: 'endlist' | 'still' | 'gone';
  /** Segment `n` in the source's media; default `n`. */
  positionOf?(n: number): number;
  /** Added to all timestamps of segment `n`, s; default 0. */
  shiftOf?(n: number): number;
  /** Default `c<n>.ts` or `c<n>.m4s`. */
  nameOf?(n: number): string;
  /** EXT-X-MEDIA-SEQUENCE; default: the index of the first listed segment. */
  numberOf?(window: Window): number;
  /** Programme date-time of segment `n` in ms since the Unix epoch; default: none. */
  dateOf?(n: number, window: Window): number | null;
  /** EXTINF of segment `n`, s. */
  durationOf?(n: number): number;
  /** Tags before the EXTINF of segment `n` (DISCONTINUITY, KEY, MAP). The MAP of fMP4 is already there. */
  tagsOf?(n: number, window: Window): readonly string[];
  /** Changes the text of the media playlist. */
  list?(text: string, window: Window, request: SourceRequest): string;
  /** Bytes of segment `n` as sent. */
  bodyOf?(body: Buffer, n: number): Buffer | Promise<Buffer>;
  /**
   * Answers any request, or changes the `usual` answer (of another path, if given); also for paths that only this
   * source has (a master, a key).
   */
  answer?(request: SourceRequest, usual: (path?: string) => Promise<Reply>, window: Window): Reply | Promise<Reply>;
}

/** Makes the spec of one run. */
export type SourceScenario = () => SourceSpec;

/** The media of the other end-to-end tests, so that it is encoded once. */
const SOURCE_MEDIA: MediaSpec = { ...SMALL_MEDIA, seconds: 96, label: 'E2E' };

/** A spec with all hooks. */
export const withDefaults = (spec: SourceSpec): Required<SourceSpec> => ({
  seconds: 24,
  address: 'index.m3u8',
  container: 'ts',
  segmentS: 2,
  window: 5,
  media: SOURCE_MEDIA,
  end: 'endlist',
  positionOf: (n) => n,
  shiftOf: () => 0,
  nameOf: (n) => `c${String(n)}.${spec.container === 'fmp4' ? 'm4s' : 'ts'}`,
  numberOf: ({ first }) => first,
  dateOf: () => null,
  durationOf: () => spec.segmentS ?? 2,
  tagsOf: () => [],
  list: (text) => text,
  bodyOf: (body) => body,
  answer: (_request, usual) => usual(),
  ...spec,
});
