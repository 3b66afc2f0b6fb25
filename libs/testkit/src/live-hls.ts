import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

/** One segment on the server. `tags` are the lines before its EXTINF; `title` is the title in it. */
export interface LiveSegment {
  readonly name: string;
  readonly body: Buffer;
  readonly durMs: number;
  readonly tags: readonly string[];
  readonly uri?: string;
  readonly title?: string;
}

/** Handles a request in place of the server: returns true if it answered the request or leaves it pending. */
export type LiveFault = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

export interface LiveSettings {
  readonly window?: number;
  readonly targetSeconds?: number;
  readonly head?: readonly string[];
}

/**
 * A live HLS server that a test controls: `publish` adds a segment and moves the window, and faults are functions.
 * `requests` records the requests.
 */
export class LiveHls {
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = [];
  /** By path. Segments remain after they leave the window, as RFC 8216 requires; delete one to get a 404. */
  readonly files = new Map<string, Buffer>();
  fault: LiveFault = () => false;
  /** Called after each request is recorded. */
  onRequest: () => void = () => undefined;
  ended = false;
  mediaSequence = 0;
  discontinuitySequence: number | null = null;
  head: readonly string[];
  private listed: LiveSegment[] = [];
  private readonly hanging = new Set<ServerResponse>();

  private constructor(
    private readonly server: Server,
    private readonly settings: Required<LiveSettings>,
  ) {
    this.head = settings.head;
  }

  static async start({ window = 6, targetSeconds = 2, head = [] }: LiveSettings = {}): Promise<LiveHls> {
    const server = createServer();
    const live = new LiveHls(server, { window, targetSeconds, head });
    server.on('request', (request, response) => {
      live.answer(request, response);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return live;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  get url(): string {
    return `${this.origin}/live.m3u8`;
  }

  publish(...segments: readonly LiveSegment[]): void {
    for (const segment of segments) {
      this.files.set(`/${segment.name}`, segment.body);
      this.listed.push(segment);
      if (this.listed.length <= this.settings.window) continue;
      this.listed.shift();
      this.mediaSequence += 1;
    }
  }

  /** Simulates a restart of the server: an empty list, numbered from 0 by default. */
  restart(mediaSequence = 0): void {
    this.listed = [];
    this.mediaSequence = mediaSequence;
  }

  playlist(): string {
    return [
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      `#EXT-X-TARGETDURATION:${this.settings.targetSeconds}`,
      `#EXT-X-MEDIA-SEQUENCE:${this.mediaSequence}`,
      ...(this.discontinuitySequence === null ? [] : [`#EXT-X-DISCONTINUITY-SEQUENCE:${this.discontinuitySequence}`]),
      ...this.head,
      ...this.listed.flatMap((s) => [
        ...s.tags,
        `#EXTINF:${(s.durMs / 1000).toFixed(3)},${s.title ?? ''}`,
        s.uri ?? s.name,
      ]),
      ...(this.ended ? ['#EXT-X-ENDLIST'] : []),
      '',
    ].join('\n');
  }

  hang(response: ServerResponse): true {
    this.hanging.add(response);
    return true;
  }

  /** Closes all pending requests without a response. */
  release(): void {
    for (const response of this.hanging) response.destroy();
    this.hanging.clear();
  }

  async stop(): Promise<void> {
    this.release();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.server.close(() => {
        resolve();
      });
    });
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    this.requests.push({ path, headers: request.headers });
    this.onRequest();
    if (this.fault(request, response, path)) return;
    const body = path.startsWith('/live.m3u8')
      ? Buffer.from(this.playlist())
      : this.files.get(path.replace(/\?.*$/, ''));
    if (!body) {
      response.writeHead(404).end('not here');
      return;
    }
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (!range) {
      response.writeHead(200, { 'content-length': body.length }).end(body);
      return;
    }
    const [from, to] = [Number(range[1]), Math.min(Number(range[2]), body.length - 1)];
    response
      .writeHead(206, { 'content-range': `bytes ${from}-${to}/${body.length}`, 'content-length': to - from + 1 })
      .end(body.subarray(from, to + 1));
  }
}
