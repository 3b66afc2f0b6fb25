import { message } from '#libs/messages';
import { IdleClock } from '#libs/testkit';
import { describe, expect, it } from '@jest/globals';
import { HttpError, type HttpPort } from '../http/http-port.js';
import { NO_VARIABLES } from '../playlist/variables.js';
import { PlaylistWorker } from './playlist-worker.js';

/** A list that is another one at each time. */
const list = (seconds: number, now: number): Buffer =>
  Buffer.from(
    [
      '#EXTM3U',
      `#EXT-X-TARGETDURATION:${seconds}`,
      ...Array.from({ length: 6 }, (_, n) => `#EXTINF:${seconds},\nat${now}-${n}.ts`),
    ].join('\n'),
  );

describe('playlist worker, an outage', () => {
  const FROM = 10_000;

  /** A source of which nothing can be read for some time. @returns what happens around that */
  async function outage(
    kind: 'refuses' | 'hangs',
    more: { readonly waitForFirst: boolean; readonly targetMs: number; readonly to: number },
  ) {
    const clock = new IdleClock();
    const stopping = new AbortController();
    const seconds = more.targetMs / 1000;
    const seen = { times: [] as number[], open: 0, mostOpen: 0, recovered: 0, listed: [] as number[] };
    const hang = async (signal: AbortSignal, ms: number): Promise<never> => {
      await clock.sleep(ms, signal);
      signal.throwIfAborted();
      throw new HttpError(message('error.http-timeout'));
    };
    const get: HttpPort['get'] = async ({ url, signal, idleMs }) => {
      seen.times.push(clock.now());
      seen.open += 1;
      seen.mostOpen = Math.max(seen.mostOpen, seen.open);
      try {
        const isAway = clock.now() >= FROM && clock.now() < more.to;
        if (isAway && kind === 'refuses') throw new HttpError(message('error.http-away.closed'));
        if (isAway) return await hang(signal, idleMs);
        const bytes = list(seconds, clock.now());
        return { status: 200, headers: {}, url, body: { bytes, release: () => undefined } };
      } finally {
        seen.open -= 1;
      }
    };
    const worker = new PlaylistWorker({
      http: { get, close: async () => undefined },
      source: {
        ...{ mediaUrl: 'http://site/live.m3u8', variables: NO_VARIABLES, targetMs: more.targetMs },
        relocate: async (_fallBack, ending = stopping.signal) => {
          await get({ url: '', signal: ending, idleMs: 10_000, totalMs: 10_000, maxBytes: 0 });
          return true;
        },
      },
      signal: stopping.signal,
      staleTargets: 60,
      waitForFirst: more.waitForFirst,
      onRecovered: () => {
        seen.recovered = clock.now();
      },
      onList: () => {
        seen.listed.push(clock.now());
        return more.waitForFirst ? 0 : 1;
      },
      clock,
    });
    await clock.until(Promise.race([worker.run(), clock.sleep(more.to + 20_000)]));
    stopping.abort();
    const backAt = seen.listed.find((at) => at >= more.to) ?? Infinity;
    const asked = seen.times.filter((at) => at >= FROM && at < more.to);
    return { ...seen, lateMs: backAt - more.to, backAt, asked: asked.length };
  }

  it.each([
    { kind: 'refuses', waitForFirst: false, targetMs: 2000, mostMs: 500 },
    { kind: 'refuses', waitForFirst: true, targetMs: 2000, mostMs: 500 },
    { kind: 'refuses', waitForFirst: false, targetMs: 6000, mostMs: 1500 },
    { kind: 'hangs', waitForFirst: false, targetMs: 2000, mostMs: 1000 },
    { kind: 'hangs', waitForFirst: true, targetMs: 2000, mostMs: 1000 },
    { kind: 'hangs', waitForFirst: false, targetMs: 6000, mostMs: 1500 },
  ] as const)(
    'reads the list of a server that $kind (standby: $waitForFirst) $mostMs ms after its return at the latest',
    async ({ kind, mostMs, ...more }) => {
      for (const to of [40_000, 40_300, 40_600, 40_900]) {
        const seen = await outage(kind, { ...more, to });
        expect(seen.lateMs).toBeLessThanOrEqual(mostMs);
        expect(seen.recovered).toBe(seen.backAt);
        expect([seen.mostOpen <= 2, seen.asked <= 30_000 / mostMs + 10]).toEqual([true, true]);
      }
    },
  );

  it('asks a server that hangs for ten minutes about once per target duration in the end', async () => {
    const { times } = await outage('hangs', { waitForFirst: true, targetMs: 6000, to: 610_000 });
    const [first, last] = [FROM, 490_000].map((from) => times.filter((at) => at >= from && at < from + 120_000).length);
    expect([first! > 60, last! < 30]).toEqual([true, true]);
  });

  it.each([
    { is: 'refuses', ms: 2500, failure: 'error.http-away.closed', isAway: true },
    { is: 'refuses', ms: 400, failure: 'error.http-away.closed', isAway: false },
    { is: 'is unable', ms: 2500, failure: 503, isAway: false },
  ] as const)('takes open requests for lost after a server that $is for $ms ms: $isAway', async (server) => {
    const { ms, failure, isAway } = server;
    const clock = new IdleClock();
    const recovered: boolean[] = [];
    const get: HttpPort['get'] = async ({ url }) => {
      if (clock.now() >= FROM && clock.now() < FROM + ms)
        throw typeof failure === 'number'
          ? new HttpError(message('error.http-status', { status: failure }), failure)
          : new HttpError(message(failure));
      const bytes = list(2, clock.now());
      return { status: 200, headers: {}, url, body: { bytes, release: () => undefined } };
    };
    const stopping = new AbortController();
    const worker = new PlaylistWorker({
      http: { get, close: async () => undefined },
      source: { mediaUrl: 'http://site/live.m3u8', variables: NO_VARIABLES, relocate: async () => false },
      ...{ signal: stopping.signal, staleTargets: 30, waitForFirst: false, onList: () => 1, clock },
      onRecovered: (wasAway) => recovered.push(wasAway),
    });
    await clock.until(Promise.race([worker.run(), clock.sleep(20_000)]));
    stopping.abort();
    expect(recovered).toEqual([isAway]);
  });

  it('does not end while segments may come, and goes on if the list comes back until then', async () => {
    const clock = new IdleClock();
    const get: HttpPort['get'] = async ({ url }) => {
      if (clock.now() >= 10_000 && (clock.now() < 22_000 || clock.now() > 30_000))
        throw new HttpError(message('error.http-away.closed'));
      const bytes = list(2, clock.now());
      return { status: 200, headers: {}, url, body: { bytes, release: () => undefined } };
    };
    const worker = new PlaylistWorker({
      http: { get, close: async () => undefined },
      source: { mediaUrl: 'http://site/live.m3u8', variables: NO_VARIABLES, relocate: async () => false },
      signal: new AbortController().signal,
      staleTargets: 3,
      waitForFirst: false,
      mayReceive: () => clock.now() < 38_000,
      onList: () => 1,
      clock,
    });
    expect(await clock.until(worker.run())).toBe('unreadable');
    expect(clock.now()).toBe(38_000);
  });
});
