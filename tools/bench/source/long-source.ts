import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RepeatedMedia } from './repeated-media.js';

/** What a stream lists now: segments `first` to `last`, from 0. */
export interface Listed {
  readonly first: number;
  readonly last: number;
  readonly ended: boolean;
}

/** A stream of {@link LongSource}. */
export interface LongStream {
  readonly segments: number;
  /** Which segments it lists now; `fetched` of them were requested. */
  readonly listed: (fetched: number) => Listed;
}

interface Served {
  readonly stream: LongStream;
  readonly fetched: Set<number>;
  /** When the list with ENDLIST was first sent, ms since the Unix epoch. */
  endedAt: number | null;
  readonly startsAt: number;
}

/** Serves streams of repeated media, whose lists do not follow the clock of their media. The media end now. */
export class LongSource {
  private readonly streams: Served[] = [];
  private readonly server = createServer((request, response) => {
    const [, , id = '', file = ''] = (request.url ?? '').split('/');
    const served = this.streams[Number(id)];
    const body = served && (file === 'index.m3u8' ? Buffer.from(this.list(served)) : this.segment(served, file));
    if (body) response.writeHead(200, { 'content-length': body.length }).end(body);
    else response.writeHead(404, { 'content-length': 0 }).end();
  });

  constructor(private readonly media: RepeatedMedia) {}

  async open(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** @returns the number of the stream */
  add(stream: LongStream): number {
    const startsAt = Date.now() - stream.segments * this.media.segmentS * 1000;
    return this.streams.push({ stream, fetched: new Set(), endedAt: null, startsAt }) - 1;
  }

  url(id: number): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/live/${String(id)}/index.m3u8`;
  }

  fetched(id: number): number {
    return this.streams[id]?.fetched.size ?? 0;
  }

  /** Numbers of the segments that were never requested. */
  missed(id: number): number[] {
    const served = this.streams[id];
    const all = Array.from({ length: served?.stream.segments ?? 0 }, (_, n) => n);
    return all.filter((n) => served?.fetched.has(n) !== true);
  }

  endedAt(id: number): number | null {
    return this.streams[id]?.endedAt ?? null;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private list(served: Served): string {
    const { first, last, ended } = served.stream.listed(served.fetched.size);
    const { segmentS } = this.media;
    if (ended) served.endedAt ??= Date.now();
    const startsAt = new Date(served.startsAt + first * segmentS * 1000).toISOString();
    const head = ['#EXTM3U', `#EXT-X-TARGETDURATION:${String(segmentS)}`, `#EXT-X-MEDIA-SEQUENCE:${String(first)}`];
    const lines = Array.from(
      { length: last - first + 1 },
      (_, i) => `#EXTINF:${String(segmentS)},\n${String(first + i)}.ts`,
    );
    return [...head, `#EXT-X-PROGRAM-DATE-TIME:${startsAt}`, ...lines, ...(ended ? ['#EXT-X-ENDLIST'] : []), ''].join(
      '\n',
    );
  }

  private segment(served: Served, file: string): Buffer | undefined {
    const n = Number(/^(\d+)\.ts$/.exec(file)?.[1]);
    const { first, last } = served.stream.listed(served.fetched.size);
    if (!(n >= first && n <= last)) return undefined;
    served.fetched.add(n);
    return this.media.body(n);
  }
}
