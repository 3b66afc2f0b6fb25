import { message } from '#libs/messages';
import { describe, expect, it } from '@jest/globals';
import { HttpError, type HttpAnswer, type HttpPort } from '../http/http-port.js';
import { NO_VARIABLES } from '../playlist/variables.js';
import { PlaylistWorker, PollGrid, type Load, PlaylistFreshness } from './playlist-worker.js';

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
});

const load = (more: Partial<Load> = {}): Load => ({
  startedAt: 10_000,
  outcome: 'changed',
  targetMs: 2000,
  newestMs: 2000,
  idle: false,
  ...more,
});

describe('PollGrid', () => {
  it.each<[string, Partial<Load>, number]>([
    ['half a segment after the start of the load', {}, 11_000],
    ['by the segments, not by a target far above them', { targetMs: 6000 }, 11_000],
    ['never faster than twice a second', { newestMs: 400, targetMs: 1000 }, 10_500],
    ['by the target where there is no segment', { newestMs: 0 }, 11_000],
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
