import { message } from '#libs/messages';
import { describe, expect, it } from '@jest/globals';
import { HttpError, type HttpAnswer, type HttpPort } from '../http/http-port.js';
import { parseMediaPlaylist } from '../playlist/parse-media.js';
import { NO_VARIABLES } from '../playlist/variables.js';
import { changeMsOf, PlaylistWorker, PollGrid, type Load, PlaylistFreshness } from './playlist-worker.js';

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
    let now = 0;
    const worker = new PlaylistWorker({
      http: serving(lists),
      source,
      signal: new AbortController().signal,
      staleTargets: 3,
      waitForFirst: false,
      onList: ({ segments }) => listed.push(segments.length),
      clock: {
        now: () => now,
        wall: () => now,
        // The token ends before the second turn, the stream before the third one.
        sleep: async (ms) => {
          now += ms;
          if (lists.delete(first)) lists.set(second, list(3));
          else lists.delete(second);
        },
      },
    });
    await worker.run();
    expect(listed).toEqual([2, 3]);
  });

  it('sources-16 waits before it loads an address again that did not change', async () => {
    const stopping = new AbortController();
    const done: string[] = [];
    const { get, close } = serving(new Map());
    const worker = new PlaylistWorker({
      http: {
        get: (request) => {
          done.push('load');
          return get(request);
        },
        close,
      },
      source: { mediaUrl: 'http://site/audio.m3u8', variables: NO_VARIABLES, relocate: async () => false },
      signal: stopping.signal,
      staleTargets: 3,
      waitForFirst: true,
      onList: () => 0,
      clock: {
        now: () => 0,
        wall: () => 0,
        sleep: async () => {
          done.push('wait');
          if (done.length >= 12) stopping.abort();
        },
      },
    });
    await worker.run();
    expect(done.join(' ')).toMatch(/^(load wait ?){6}$/);
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
    let now = 0;
    const isDead = (): boolean => now >= deadFrom && now < deadUntil;
    const source = {
      mediaUrl: more.skipped ? 'http://site/low' : 'http://site/best',
      variables: NO_VARIABLES,
      skipped: more.skipped ? { name: 'best', why: message('error.http-status', { status: 404 }) } : null,
      relocate: async (fallBack = false) => {
        asked.push([now, fallBack]);
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
      clock: {
        now: () => now,
        wall: () => now,
        sleep: async (ms) => {
          now += ms;
          if (now >= 20_000) stopping.abort();
        },
      },
    });
    await worker.run();
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
    let now = 0;
    let listed = 0;
    const shown = (): number => Math.min(5, 1 + Math.floor(now / 1000 / seconds));
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
      clock: {
        now: () => now,
        wall: () => now,
        sleep: async (ms) => {
          now += ms;
        },
      },
    });
    expect(await worker.run()).toBe('stale');
    expect(listed).toBe(5);
  });
});

const load = (more: Partial<Load> = {}): Load => ({
  startedAt: 10_000,
  outcome: 'changed',
  targetMs: 2000,
  changeMs: 2000,
  idle: false,
  ...more,
});

describe('PollGrid', () => {
  it.each([
    ['the newest length and the target are', '50', ['2', '2', '50']],
    ['all lengths are', '2', ['20', '20', '20']],
  ])('sources-12 expects the next segment in time if %s wrong', (_name, target, lengths) => {
    const lines = lengths.flatMap((extinf, n) => [`#EXTINF:${extinf},`, `s${n}.ts`]);
    const text = ['#EXTM3U', `#EXT-X-TARGETDURATION:${target}`, ...lines].join('\n');
    expect(changeMsOf(parseMediaPlaylist(text, 'http://site/live.m3u8'))).toBe(2000);
  });

  it.each<[string, Partial<Load>, number]>([
    ['half a segment after the start of the load', {}, 11_000],
    ['by the segments, not by a target far above them', { targetMs: 6000 }, 11_000],
    ['never faster than twice a second', { changeMs: 400, targetMs: 1000 }, 10_500],
    ['by the target where there is no segment', { changeMs: 0 }, 11_000],
    ['once in a target duration while nothing is recorded', { idle: true, targetMs: 6000 }, 16_000],
    ['not faster than once a second then', { idle: true, targetMs: 500 }, 11_000],
  ])('polls %s', (_name, more, at) => {
    expect(new PollGrid().nextAt(load(more), 10_050)).toBe(at);
  });

  it.each([
    [10_999, 11_000],
    [11_000, 11_000],
    [11_001, 12_000],
    [13_700, 14_000],
  ])('keeps its grid when the load ended at %d', (now, at) => {
    expect(new PollGrid().nextAt(load(), now)).toBe(at);
  });

  it('slows down to the target for a server that fails for long, and recovers at once', () => {
    const grid = new PollGrid();
    const step = (outcome: Load['outcome']): number => grid.nextAt(load({ outcome, targetMs: 4000 }), 10_050) - 10_000;
    expect(Array.from({ length: 12 }, () => step('failed'))).toEqual([
      ...Array.from({ length: 10 }, () => 1000),
      4000,
      4000,
    ]);
    expect(step('changed')).toBe(1000);
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
