import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { SelfSigned } from '../connect-proxy/certificates.js';
import { type AudioCodec, type CutSpec, type MediaSpec, type PackedAudio, SMALL_MEDIA } from '../media/media-spec.js';

/** A response of a source. A string body is UTF-8; default status 200. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
  /**
   * Instead of `body`: is sent as it comes, with the `content-length` of the headers if there is one. The connection
   * breaks where the stream fails.
   */
  readonly stream?: Readable;
}

export interface SourceRequest {
  /** Below the source's folder, without the query: `index.m3u8`, `c7.ts`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** ms since the first request to the source. */
  readonly atMs: number;
  /** Whether the client still waits for the answer. */
  readonly isOpen: () => boolean;
}

/** The answer of the source without its hook, at the time of the call. */
export type UsualAnswer = (path?: string, headers?: IncomingHttpHeaders) => Promise<Reply>;

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
  /**
   * Name of the channel and of the source's folder: `<number>-<name>`, where `number` is that of `sources-N`, or
   * `i<number>-<name>` for `integrity-N`.
   */
  readonly name: string;
  /** It never counts as live, or is not recorded. */
  readonly isOffline?: boolean;
  /** Length of the stream, s; default 24. */
  readonly seconds?: number;
  /** Path that is added as a channel; default `index.m3u8`. */
  readonly address?: string;
  /** Name under which it is added; default 127.0.0.1. */
  readonly host?: string;
  /** Serves it over https with a self-signed certificate. */
  readonly secure?: boolean;
  /** Further fields of the channel's form. */
  form?(certificate: Pick<SelfSigned, 'cert' | 'fingerprint'>): Readonly<Record<string, unknown>>;
  readonly container?: CutSpec['container'];
  /** Codec of the audio in fMP4; default AAC. */
  readonly audioCodec?: AudioCodec;
  /** Length of a segment; default 2. */
  readonly segmentS?: number;
  /** Number of listed segments; default 5. */
  readonly window?: number;
  /** Default: numbered frames and tones, 320x180 at 30 fps. */
  readonly media?: MediaSpec;
  /** Other media from segment `from` on: the encoder changes its format. Default: none. */
  readonly later?: { readonly from: number; readonly media: MediaSpec } | null;
  /**
   * The audio is a rendition of its own, below `audio/`, in the container of the video or packed; the playlist of the
   * source has no audio. Default: false.
   */
  readonly separateAudio?: boolean | PackedAudio;
  /** What the playlist answers after the last segment; default `endlist`. */
  readonly end?: 'endlist' | 'still' | 'gone';
  /** Whether the source never lists segment `n`; default: it lists all. */
  withholds?(n: number): boolean;
  /** Segment `n` in the source's media; default `n`. */
  positionOf?(n: number): number;
  /** Added to all timestamps of segment `n`, s; default 0. */
  shiftOf?(n: number): number;
  /** Default `c<n>.` and the extension of the container. */
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
   * Answers any request, or changes the `usual` answer (of another path or to other headers, if given); also for paths
   * that only this source has (a master, a key).
   */
  answer?(request: SourceRequest, usual: UsualAnswer, window: Window): Reply | Promise<Reply>;
}

/** Makes the spec of one run. */
export type SourceScenario = () => SourceSpec;

/** A spec with all hooks. */
export const withDefaults = (spec: SourceSpec): Required<SourceSpec> => ({
  isOffline: false,
  seconds: 24,
  address: 'index.m3u8',
  host: '127.0.0.1',
  secure: false,
  form: () => ({}),
  container: 'ts',
  audioCodec: 'aac',
  segmentS: 2,
  window: 5,
  media: SMALL_MEDIA,
  later: null,
  separateAudio: false,
  end: 'endlist',
  withholds: () => false,
  positionOf: (n) => n,
  shiftOf: () => 0,
  nameOf: (n) => `c${String(n)}.${spec.container === 'fmp4' ? 'm4s' : (spec.container ?? 'ts')}`,
  numberOf: ({ first }) => first,
  dateOf: () => null,
  durationOf: () => spec.segmentS ?? 2,
  tagsOf: () => [],
  list: (text) => text,
  bodyOf: (body) => body,
  answer: (_request, usual) => usual(),
  ...spec,
});
