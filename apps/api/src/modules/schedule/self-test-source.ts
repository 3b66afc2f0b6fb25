import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { SELF_TEST_SEGMENT_MS, selfTestSegments } from './self-test-media.js';

/** Above 1: a playlist that starts at 0 or 1 and has an end is a finished video, not a stream that is over. */
const FIRST_NUMBER = 100;
/** Number of segments that the first playlist has. */
const LISTED_AT_START = 2;

/**
 * The live stream of a self-test, on a listener of its own. Its address holds a random token, and everything else gets
 * 404. The stream begins with the first request of its playlist, and ends once each segment was fetched.
 */
export class SelfTestSource {
  readonly segments = selfTestSegments();
  private readonly token = randomBytes(16).toString('hex');
  private readonly server = createServer((request, response) => {
    this.answer(request, response);
  });
  private readonly fetched = new Set<number>();
  private startedAt: number | null = null;

  private constructor(private readonly host: string) {}

  /** @param host address of this API, as recorders reach it */
  static async open(host: string): Promise<SelfTestSource> {
    const source = new SelfTestSource(host);
    source.server.listen(0, host);
    await once(source.server, 'listening');
    return source;
  }

  get url(): string {
    const host = isIPv6(this.host) ? `[${this.host}]` : this.host;
    return `http://${host}:${(this.server.address() as AddressInfo).port}/${this.token}/live.m3u8`;
  }

  get durationMs(): number {
    return this.segments.length * SELF_TEST_SEGMENT_MS;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private answer({ method, url = '' }: IncomingMessage, response: ServerResponse): void {
    const [, token, name = ''] = url.split('/');
    const number = Number(/^(\d+)\.ts$/.exec(name)?.[1] ?? -1);
    const segment = this.segments[number];
    if (method !== 'GET' || token !== this.token) response.writeHead(404).end();
    else if (name === 'live.m3u8') response.setHeader('content-type', 'application/vnd.apple.mpegurl').end(this.list());
    else if (segment) {
      response.once('finish', () => this.fetched.add(number));
      response.setHeader('content-type', 'video/mp2t').end(segment);
    } else response.writeHead(404).end();
  }

  private list(): string {
    const now = Date.now();
    const startedAt = (this.startedAt ??= now);
    const firstAt = startedAt - LISTED_AT_START * SELF_TEST_SEGMENT_MS;
    const listed = this.segments.filter((_, n) => firstAt + (n + 1) * SELF_TEST_SEGMENT_MS <= now);
    const isOver = this.fetched.size === this.segments.length;
    return [
      '#EXTM3U',
      '#EXT-X-VERSION:6',
      `#EXT-X-TARGETDURATION:${SELF_TEST_SEGMENT_MS / 1000}`,
      `#EXT-X-MEDIA-SEQUENCE:${FIRST_NUMBER}`,
      ...listed.flatMap((_, n) => [
        `#EXT-X-PROGRAM-DATE-TIME:${new Date(firstAt + n * SELF_TEST_SEGMENT_MS).toISOString()}`,
        `#EXTINF:${(SELF_TEST_SEGMENT_MS / 1000).toFixed(3)},`,
        `${n}.ts`,
      ]),
      ...(isOver ? ['#EXT-X-ENDLIST'] : []),
      '',
    ].join('\n');
  }
}
