import { message } from '#libs/messages';
import { describe, expect, it } from '@jest/globals';
import { IdleClock } from '#libs/testkit';
import { HttpError, type HttpAnswer, type HttpPort } from '../http/http-port.js';
import { NO_VARIABLES } from '../playlist/variables.js';
import { PlaylistFreshness, PlaylistWorker } from './playlist-worker.js';

describe('playlist worker', () => {
  const list = (segments: number): string =>
    ['#EXTM3U', '#EXT-X-TARGETDURATION:2', '#EXT-X-MEDIA-SEQUENCE:0']
      .concat(Array.from({ length: segments }, (_, n) => `#EXTINF:2,\ns${n}.ts`))
      .join('\n');

  /** A server in memory: what it has no list for, it refuses. */
  function serving(lists: ReadonlyMap<string, string>): HttpPort {
    return {
      get: async ({ url }): Promise<HttpAnswer> => {
        const text = lists.get(url);
        if (text === undefined) throw new HttpError(message('error.http-status', { status: 403 }), 403);
        return { status: 200, headers: {}, url, body: { bytes: Buffer.from(text), release: () => undefined } };
      },
      close: async () => undefined,
    };
  }

  it('P10 takes what a new address lists before the stream ends there too', async () => {
    const [first, second] = ['http://site/first.m3u8', 'http://site/second.m3u8'];
    const lists = new Map([[first, list(2)]]);
    const source = {
      mediaUrl: first,
      variables: NO_VARIABLES,
      isRenewable: true,
      relocate: async () => {
        if (!lists.has(second)) throw new HttpError(message('error.http-status', { status: 404 }), 404);
        source.mediaUrl = second;
        return true;
      },
    };
    const listed: number[] = [];
    const clock = new IdleClock();
    const server = serving(lists);
    const worker = new PlaylistWorker({
      http: {
        ...server,
        get: (request) => {
          // The token ends before the second turn, the stream before the third one.
          if (clock.now() >= 1000 && lists.delete(first)) lists.set(second, list(3));
          if (clock.now() >= 1500) lists.delete(second);
          return server.get(request);
        },
      },
      source,
      signal: new AbortController().signal,
      staleTargets: 3,
      waitForFirst: false,
      onList: ({ segments }) => listed.push(segments.length),
      clock,
    });
    await clock.until(worker.run());
    expect(listed).toEqual([2, 3]);
  });

  it('sources-16 waits before it loads an address again that did not change', async () => {
    const stopping = new AbortController();
    const clock = new IdleClock();
    const loads: number[] = [];
    const { get, close } = serving(new Map());
    const worker = new PlaylistWorker({
      http: {
        get: (request) => {
          if (loads.push(clock.now()) >= 4) stopping.abort();
          return get(request);
        },
        close,
      },
      source: {
        ...{ mediaUrl: 'http://site/audio.m3u8', variables: NO_VARIABLES, targetMs: 2000 },
        relocate: async () => false,
      },
      signal: stopping.signal,
      staleTargets: 3,
      waitForFirst: true,
      onList: () => 0,
      clock,
    });
    await clock.until(worker.run());
    expect(loads).toEqual([0, 2000, 4000, 6000]);
  });

  /**
   * A source whose best rendition is dead from `deadFrom` to `deadUntil`, and whose other one always answers.
   * @returns what was allowed at each relocation, by time
   */
  async function relocations(
    { deadFrom, deadUntil }: { readonly deadFrom: number; readonly deadUntil: number },
    more: { readonly waitForFirst: boolean; readonly skipped: boolean },
  ): Promise<readonly (readonly [number, boolean])[]> {
    const stopping = new AbortController();
    const asked: [number, boolean][] = [];
    const clock = new IdleClock();
    const isDead = (): boolean => clock.now() >= deadFrom && clock.now() < deadUntil;
    const source = {
      mediaUrl: more.skipped ? 'http://site/low' : 'http://site/best',
      variables: NO_VARIABLES,
      skipped: more.skipped ? { name: 'best', why: message('error.http-status', { status: 404 }) } : null,
      relocate: async (fallBack = false) => {
        asked.push([clock.now(), fallBack]);
        if (isDead() && !fallBack) throw new HttpError(message('error.http-status', { status: 404 }), 404);
        source.mediaUrl = isDead() ? 'http://site/low' : 'http://site/best';
        if (!isDead()) source.skipped = null;
        return true;
      },
    };
    const http: HttpPort = {
      get: async ({ url }): Promise<HttpAnswer> => {
        if (url.endsWith('best') && isDead()) throw new HttpError(message('error.http-status', { status: 404 }), 404);
        const bytes = Buffer.from(list(5));
        return { status: 200, headers: {}, url, body: { bytes, release: () => undefined } };
      },
      close: async () => undefined,
    };
    const worker = new PlaylistWorker({
      http,
      source,
      signal: stopping.signal,
      staleTargets: 30,
      waitForFirst: more.waitForFirst,
      onList: () => (more.waitForFirst ? 0 : 1),
      clock,
    });
    await clock.until(Promise.race([worker.run(), clock.sleep(20_000)]));
    stopping.abort();
    return asked;
  }

  it('sources-1 uses another rendition only after half a window without the best one', async () => {
    const window = { waitForFirst: false, skipped: false };
    expect(await relocations({ deadFrom: 10_000, deadUntil: 13_000 }, window)).toEqual([[11_000, false]]);
    const longer = await relocations({ deadFrom: 10_000, deadUntil: Infinity }, window);
    expect(longer).toEqual([
      [11_000, false],
      [15_000, true],
    ]);
  });

  it('sources-1 asks for the best rendition again between two parts', async () => {
    expect(await relocations({ deadFrom: 0, deadUntil: 3000 }, { waitForFirst: true, skipped: true })).toEqual([
      [0, true],
      [2000, true],
      [4000, true],
    ]);
  });
});

describe('playlist worker, segments longer than the target', () => {
  it.each([6, 4])('sources-11 is not stale between two segments of %i s under TARGETDURATION 1', async (seconds) => {
    const clock = new IdleClock();
    let listed = 0;
    const shown = (): number => Math.min(5, 1 + Math.floor(clock.now() / 1000 / seconds));
    const http: HttpPort = {
      get: async ({ url }): Promise<HttpAnswer> => {
        const lines = Array.from({ length: shown() }, (_, n) => `#EXTINF:${seconds},\ns${n}.ts`);
        const text = ['#EXTM3U', '#EXT-X-TARGETDURATION:1', ...lines].join('\n');
        return { status: 200, headers: {}, url, body: { bytes: Buffer.from(text), release: () => undefined } };
      },
      close: async () => undefined,
    };
    const worker = new PlaylistWorker({
      http,
      source: { mediaUrl: 'http://site/live.m3u8', variables: NO_VARIABLES, relocate: async () => true },
      signal: new AbortController().signal,
      staleTargets: 3,
      waitForFirst: false,
      onList: ({ segments }) => {
        const fresh = segments.length - listed;
        listed = segments.length;
        return fresh;
      },
      clock,
    });
    expect(await clock.until(worker.run())).toBe('stale');
    expect(listed).toBe(5);
  });
});

const TARGET_MS = 6000;
const status = (code: number): HttpError => new HttpError(message('error.http-status', { status: code }), code);

/** A list that was read at each of these times, new at the first alone. */
function seen(...times: readonly number[]): PlaylistFreshness {
  const freshness = new PlaylistFreshness(0);
  times.forEach((at, i) => {
    freshness.read(at, i === 0);
  });
  return freshness;
}

describe('the sight of a list', () => {
  it.each([
    ['403', status(403), true],
    ['401', status(401), true],
    ['503', status(503), true],
    ['nothing', new HttpError(message('error.http-away.closed')), true],
    ['404', status(404), false],
    ['410', status(410), false],
  ])('is lost by %s where it still grew, unless that says that it is over', (_name, failed, unread) => {
    const freshness = seen(1000, 2000);
    freshness.failed(failed, TARGET_MS);
    expect(freshness.isUnread).toBe(unread);
  });

  it('is not lost where the list stood still for longer than a live one does', () => {
    const freshness = seen(1000, 10_000);
    freshness.failed(status(403), TARGET_MS);
    expect(freshness.isUnread).toBe(false);
  });

  it.each([
    [404, 503, false],
    [503, 404, true],
  ])('goes by the first of two failures: %i, then %i', (first, second, unread) => {
    const freshness = seen(1000);
    freshness.failed(status(first), TARGET_MS);
    freshness.failed(status(second), TARGET_MS);
    expect(freshness.isUnread).toBe(unread);
  });

  it('is there again with the next list, new or not', () => {
    const freshness = seen(1000);
    freshness.failed(status(403), TARGET_MS);
    freshness.read(3000, false);
    expect([freshness.isUnread, freshness.silentMs(3000)]).toEqual([false, 2000]);
  });
});
