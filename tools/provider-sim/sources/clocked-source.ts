import type { IncomingHttpHeaders } from 'node:http';
import { Rendition } from '../channel/rendition.js';
import { cutSource } from '../media/cut-source.js';
import type { CutSpec, MediaSpec } from '../media/media-spec.js';
import type { ChannelLog, OfferedSegment } from '../sim-log.js';
import { withDefaults, type Reply, type SourceRequest, type SourceSpec, type Window } from './source-spec.js';

const PLAYLIST = 'application/vnd.apple.mpegurl';
/** Folder of the audio, if it is a rendition of its own. */
const AUDIO = 'audio/';
/** A removed segment remains available for this many windows. */
const RETENTION_WINDOWS = 2;

interface Request {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly isOpen: () => boolean;
}

/** One request to a source, for the log. */
export interface SourceCall {
  readonly atMs: number;
  /** With the query. */
  readonly path: string;
  readonly status: number;
  /** A live check reads at most the beginning of a segment, by Range; a recorder reads all of it. */
  readonly isRange: boolean;
}

/** One source: its clock, its answers, and a log of both. */
export class ClockedSource {
  readonly calls: SourceCall[] = [];
  readonly spec: Required<SourceSpec>;
  private startedAt: number | null = null;
  /** Oldest segment that a recorder could read first; null until it requests media. */
  private oldest: number | null = null;
  private lastListed: Window | null = null;

  private constructor(
    spec: SourceSpec,
    private readonly rendition: Rendition,
    private readonly others: { readonly audio?: Rendition; readonly later?: Rendition } = {},
  ) {
    this.spec = withDefaults(spec);
  }

  static async open(spec: SourceSpec, mediaDir: string): Promise<ClockedSource> {
    const { container, audioCodec, segmentS, media, separateAudio, later } = withDefaults(spec);
    const cut = async (of: MediaSpec, what: Omit<CutSpec, 'segmentS'>): Promise<Rendition> =>
      new Rendition('source', await cutSource(mediaDir, of, { ...what, segmentS }));
    if (separateAudio === false) {
      const others = later ? { later: await cut(later.media, { container }) } : {};
      return new ClockedSource(spec, await cut(media, { container, audioCodec }), others);
    }
    const ofAudio =
      separateAudio === true ? ({ container, tracks: 'audio-rendition' } as const) : { container: separateAudio };
    const audio = await cut(media, ofAudio);
    return new ClockedSource(spec, await cut(media, { container, tracks: 'video-rendition' }), { audio });
  }

  /** The window now. The first call starts the source's clock. */
  window(): Window {
    const { seconds, segmentS, window } = this.spec;
    const startedAt = (this.startedAt ??= Date.now());
    const atMs = Date.now() - startedAt;
    const last = Math.min(seconds / segmentS - 1, Math.floor(atMs / (segmentS * 1000)));
    return { first: Math.max(0, last + 1 - window), last, ended: atMs >= seconds * 1000, atMs, startedAt };
  }

  async answer({ url, headers, isOpen }: Request): Promise<Reply> {
    const { pathname, searchParams: query } = new URL(url, 'http://source');
    const window = this.window();
    const request: SourceRequest = { path: pathname.slice(1), query, headers, isOpen, atMs: window.atMs };
    const usual = (path = request.path, sent = headers): Promise<Reply> =>
      this.usual({ ...request, path, headers: sent }, this.window());
    const reply = await this.spec.answer(request, usual, window);
    const isRange = headers.range !== undefined;
    this.calls.push({ atMs: window.atMs, path: url, status: reply.status ?? 200, isRange });
    return reply;
  }

  private async usual(request: SourceRequest, window: Window): Promise<Reply> {
    if (this.others.audio && request.path.startsWith(AUDIO))
      return this.file(this.others.audio, { ...request, path: request.path.slice(AUDIO.length) }, window);
    // A live check reads at most the beginning of a segment, by Range; media is recorded whole.
    const n = request.headers.range === undefined ? this.indexOf(request.path, window) : null;
    if (n !== null) this.oldest ??= Math.min(n, this.lastListed?.first ?? n);
    return this.file(this.rendition, request, window);
  }

  private async file(rendition: Rendition, request: SourceRequest, window: Window): Promise<Reply> {
    if (request.path === 'index.m3u8') return this.playlist(request, window);
    const mediaAt = (at: number): Rendition =>
      this.others.later && at >= (this.spec.later?.from ?? 0) ? this.others.later : rendition;
    const { init } = mediaAt(window.last).media;
    if (request.path === 'init.mp4' && init) return { body: init };
    const n = this.indexOf(request.path, window);
    if (n === null) return { status: 404 };
    const media = mediaAt(n);
    const body = await media.body(this.spec.positionOf(n), this.spec.shiftOf(n));
    return { headers: { 'content-type': 'video/mp2t' }, body: await this.spec.bodyOf(body, n) };
  }

  private playlist(request: SourceRequest, window: Window): Reply {
    if (window.ended && this.spec.end === 'gone') return { status: 404 };
    this.lastListed = window;
    return { headers: { 'content-type': PLAYLIST }, body: this.spec.list(this.text(window), window, request) };
  }

  /** The media playlist of a window, before {@link SourceSpec.list} changes it. */
  private text(window: Window): string {
    const { spec } = this;
    const isFmp4 = spec.container === 'fmp4';
    const listed = range(window).filter((n) => !spec.withholds(n));
    const lines = [
      '#EXTM3U',
      `#EXT-X-VERSION:${isFmp4 ? '7' : '3'}`,
      `#EXT-X-TARGETDURATION:${String(Math.ceil(spec.segmentS))}`,
      `#EXT-X-MEDIA-SEQUENCE:${String(spec.numberOf({ ...window, first: listed[0] ?? window.first }))}`,
      ...(isFmp4 ? ['#EXT-X-MAP:URI="init.mp4"'] : []),
    ];
    for (const n of listed) lines.push(...this.segmentLines(n, window));
    if (window.ended && spec.end === 'endlist') lines.push('#EXT-X-ENDLIST');
    return `${lines.join('\n')}\n`;
  }

  private segmentLines(n: number, window: Window): string[] {
    const date = this.spec.dateOf(n, window);
    return [
      ...(date === null ? [] : [`#EXT-X-PROGRAM-DATE-TIME:${new Date(date).toISOString()}`]),
      ...this.spec.tagsOf(n, window),
      `#EXTINF:${this.spec.durationOf(n).toFixed(3)},`,
      this.spec.nameOf(n),
    ];
  }

  /** The newest available segment with this name. */
  private indexOf(name: string, { first, last }: Window): number | null {
    const oldest = Math.max(0, first - RETENTION_WINDOWS * this.spec.window);
    for (let n = last; n >= oldest; n -= 1) if (this.spec.nameOf(n) === name) return n;
    return null;
  }

  /**
   * What a recorder could have read: all from the oldest segment that was listed when it requested its first one, until
   * now.
   */
  offered(): Pick<ChannelLog, 'segments' | 'fps' | 'sourceFrames'> {
    const { last, startedAt } = this.window();
    const segments = range({ first: this.oldest ?? 0, last }).map((n) => this.segment(n, startedAt));
    const { fps, seconds } = this.rendition.media.spec;
    return { segments, fps, sourceFrames: fps * seconds };
  }

  private segment(n: number, startedAt: number): OfferedSegment {
    const position = this.spec.positionOf(n);
    const { framesPerSegment } = this.rendition.media;
    return {
      seq: n,
      epoch: 0,
      url: this.spec.nameOf(n),
      firstFrame: position * framesPerSegment,
      frameCount: framesPerSegment,
      durationMs: this.spec.segmentS * 1000,
      bytes: this.rendition.bytesAt(position),
      publishedAt: startedAt + n * this.spec.segmentS * 1000,
      removedAt: null,
      reachableMs: Infinity,
      withheld: this.spec.withholds(n),
    };
  }
}

const range = ({ first, last }: Pick<Window, 'first' | 'last'>): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
