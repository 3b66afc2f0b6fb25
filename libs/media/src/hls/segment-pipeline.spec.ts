import { expect, it } from '@jest/globals';
import { IdleClock, madeTs } from '#libs/testkit';
import { message } from '#libs/messages';
import { type HttpAnswer, HttpError, type HttpPort } from '../http/http-port.js';
import { type MediaPlaylist } from '../playlist/media-playlist.js';
import { parseMediaPlaylist } from '../playlist/parse-media.js';
import { WindowTracker } from '../playlist/window-tracker.js';
import { type CaptureSink } from './capture-sink.js';
import { SideResources } from './fetch-segment.js';
import { SegmentPipeline } from './segment-pipeline.js';

const none = (): Promise<void> => Promise.resolve();
/** @param gap the segment that the source marks as missing */
const list = (count: number, gap?: number): MediaPlaylist => {
  const segments = Array.from({ length: count }, (_, n) => `${n === gap ? '#EXT-X-GAP\n' : ''}#EXTINF:0.5,\ns${n}.ts`);
  return parseMediaPlaylist(['#EXTM3U', '#EXT-X-TARGETDURATION:1', ...segments].join('\n'), 'http://site/live.m3u8');
};

it.each([
  { seconds: 1, slowMs: 3000 },
  { seconds: 2, slowMs: 4000 },
])('sources-19 waits $slowMs ms for a server that answers only when $seconds s are whole', async (media) => {
  let now = 0;
  const requests: string[] = [];
  /** The first segment has more media than it is listed with; the second one does not come. */
  const http: HttpPort = {
    get: ({ url, signal }): Promise<HttpAnswer> => {
      requests.push(url.slice(url.lastIndexOf('/') + 1));
      if (requests.length > 1) return new Promise((_, reject) => signal.addEventListener('abort', reject));
      const bytes = Buffer.concat(Array.from({ length: media.seconds * 25 }, (_, n) => madeTs({ ptsMs: n * 40 })));
      return Promise.resolve({ status: 200, headers: {}, url, body: { bytes, release: () => undefined } });
    },
    close: none,
  };
  const stored = Promise.withResolvers<void>();
  const sink: CaptureSink = {
    init: none,
    epoch: none,
    segment: () => {
      stored.resolve();
      return none();
    },
    gap: none,
    ad: none,
    notice: () => undefined,
  };
  const stopping = new AbortController();
  const pipeline = new SegmentPipeline({
    clock: { now: () => now, wall: () => now, sleep: none },
    sink,
    http,
    signal: stopping.signal,
    parallel: 4,
    heldBytes: 1e6,
    ignoreContentDiscontinuity: false,
    side: new SideResources(http),
    maxBytes: 1e6,
    oneByOne: true,
  });
  const tracker = new WindowTracker();
  const push = (count: number, at: number): void => {
    now = at;
    pipeline.push(list(count), 0, tracker.update(list(count), at));
  };
  const run = pipeline.run();
  push(1, 0);
  await stored.promise;
  push(3, 0);
  push(4, media.slowMs - 10);
  expect(requests).toEqual(['s0.ts', 's1.ts']);
  push(5, media.slowMs + 10);
  expect(requests).toEqual(['s0.ts', 's1.ts', 's2.ts']);
  stopping.abort();
  await run;
});

it.each([
  { memory: 'there is room', limits: { parallel: 4, heldBytes: 1e6 } },
  { memory: 'no room is left for another segment', limits: { parallel: 1, heldBytes: 1 } },
])(
  'delivers at a stop what follows a segment that fails, with gaps for what is missing, while $memory',
  async ({ limits }) => {
    const bytes = (n: number): Buffer => Buffer.concat([madeTs({ ptsMs: n * 500 }), madeTs({ ptsMs: n * 500 + 40 })]);
    const http: HttpPort = {
      get: ({ url }): Promise<HttpAnswer> => {
        const n = Number(/s(\d+)\.ts$/.exec(url)?.[1]);
        if (n === 1) return Promise.reject(new HttpError(message('error.http-status', { status: 404 }), 404));
        return Promise.resolve({ status: 200, headers: {}, url, body: { bytes: bytes(n), release: () => undefined } });
      },
      close: none,
    };
    const got: string[] = [];
    const stopping = new AbortController();
    const failed = Promise.withResolvers<undefined>();
    const sink: CaptureSink = {
      init: none,
      epoch: none,
      segment: ({ info: { seq } }) => {
        got.push(`s${String(seq)}`);
        return none();
      },
      gap: ({ fromSeq, toSeq, cause }) => {
        got.push(`${cause} ${String(fromSeq)}-${String(toSeq)}`);
        return none();
      },
      ad: none,
      notice: () => undefined,
    };
    /** The failed segment waits for its next attempt until the stop. */
    const sleep = (_ms: number, signal?: AbortSignal): Promise<void> => {
      failed.resolve(undefined);
      return new Promise((resolve) => {
        signal?.addEventListener('abort', () => {
          resolve();
        });
      });
    };
    const pipeline = new SegmentPipeline({
      clock: { now: () => 0, wall: () => 0, sleep },
      sink,
      http,
      signal: stopping.signal,
      ...limits,
      ignoreContentDiscontinuity: false,
      side: new SideResources(http),
      maxBytes: 1e6,
    });
    const tracker = new WindowTracker();
    const run = pipeline.run();
    const playlist = list(4, 3);
    pipeline.push(playlist, 0, tracker.update(playlist, 0));
    await failed.promise;
    // The answers of this server come without a wait.
    await new Promise((resolve) => setImmediate(resolve));
    stopping.abort();
    await run;
    expect(got).toEqual(['s0', 'not-found 1-1', 's2', 'source-gap 3-3']);
  },
);

it('requests nothing more after the sink has failed, and releases what was received', async () => {
  const requests: string[] = [];
  let unreleased = 0;
  const http: HttpPort = {
    get: ({ url }): Promise<HttpAnswer> => {
      requests.push(url.slice(url.lastIndexOf('/') + 1));
      unreleased += 1;
      const release = (): void => {
        unreleased -= 1;
      };
      return Promise.resolve({ status: 200, headers: {}, url, body: { bytes: madeTs({ ptsMs: 0 }), release } });
    },
    close: none,
  };
  const sink: CaptureSink = {
    ...{ init: none, epoch: none, gap: none, ad: none, notice: () => undefined },
    segment: ({ body }) => {
      body.release();
      return Promise.reject(new TypeError('storage'));
    },
  };
  const pipeline = new SegmentPipeline({
    ...{ sink, http, parallel: 2, heldBytes: 1e6, ignoreContentDiscontinuity: false, maxBytes: 1e6 },
    clock: { now: () => 0, wall: () => 0, sleep: none },
    signal: new AbortController().signal,
    side: new SideResources(http),
  });
  const tracker = new WindowTracker();
  const push = (count: number): void => {
    pipeline.push(list(count), 0, tracker.update(list(count), 0));
  };
  push(2);
  await expect(pipeline.run()).rejects.toThrow('storage');
  push(4);
  expect(requests).toEqual(['s0.ts', 's1.ts']);
  expect(unreleased).toBe(0);
});

const DAY = 43_200;
/** ms of CPU time; with a walk over the whole queue for each segment it was 18,500. */
const LITTLE_MS = 5000;

it('integrity-12 a capture that is a day behind takes little time for each segment and list, and stops at once', async () => {
  const bytes = madeTs({ ptsMs: 0 });
  const http: HttpPort = {
    get: ({ url }): Promise<HttpAnswer> =>
      Promise.resolve({ status: 200, headers: {}, url, body: { bytes, release: () => undefined } }),
    close: none,
  };
  const stopping = new AbortController();
  let stored = 0;
  const sink: CaptureSink = {
    init: none,
    epoch: none,
    segment: () => {
      stored += 1;
      if (stored === 100) stopping.abort();
      return none();
    },
    gap: none,
    ad: none,
    notice: () => undefined,
  };
  const pipeline = new SegmentPipeline({
    clock: { now: () => 0, wall: () => 0, sleep: none },
    sink,
    http,
    signal: stopping.signal,
    parallel: 4,
    heldBytes: 1e6,
    ignoreContentDiscontinuity: false,
    side: new SideResources(http),
    maxBytes: 1e6,
    oneByOne: true,
  });
  const tracker = new WindowTracker();
  const [day, next] = [list(DAY), list(DAY + 1)];
  const [tracked, fresh] = [tracker.update(day, 0), tracker.update(next, 0)];
  const before = process.cpuUsage();
  pipeline.push(day, 0, tracked);
  for (let polls = 0; polls < 20; polls += 1) pipeline.push(next, 0, polls === 0 ? fresh : []);
  await pipeline.run();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(LITTLE_MS);
  expect(stored).toBeLessThan(DAY);
}, 120_000);

it.each(['hangs', 'refuses'])(
  'fetches what is listed at once after an outage in which a server %s, oldest first',
  async (kind) => {
    const clock = new IdleClock();
    const backAt = 31_700;
    const requests: string[] = [];
    const http: HttpPort = {
      get: async ({ url, signal, idleMs }): Promise<HttpAnswer> => {
        if (clock.now() < backAt) {
          if (kind === 'hangs') await clock.sleep(idleMs, signal);
          signal.throwIfAborted();
          throw new HttpError(message('error.http-timeout'));
        }
        const n = Number(/s(\d+)\.ts$/.exec(url)?.[1]);
        requests.push(`s${String(n)}`);
        if (n < 2) throw new HttpError(message('error.http-status', { status: 404 }), 404);
        const bytes = Buffer.concat([madeTs({ ptsMs: n * 2000 }), madeTs({ ptsMs: n * 2000 + 1960 })]);
        return { status: 200, headers: {}, url, body: { bytes, release: () => undefined } };
      },
      close: none,
    };
    const stopping = new AbortController();
    const stored: number[] = [];
    const last = Promise.withResolvers<number>();
    const sink: CaptureSink = {
      ...{ init: none, epoch: none, gap: none, ad: none, notice: () => undefined },
      segment: ({ info: { seq } }) => {
        stored.push(seq);
        if (seq === 7) last.resolve(clock.now());
        return none();
      },
    };
    const pipeline = new SegmentPipeline({
      ...{ clock, sink, http, signal: stopping.signal, parallel: 4, heldBytes: 1e6, maxBytes: 1e6, oneByOne: true },
      ...{ ignoreContentDiscontinuity: false, side: new SideResources(http) },
    });
    const tracker = new WindowTracker();
    const run = pipeline.run();
    const push = (from: number, to: number): void => {
      const segments = Array.from({ length: to - from + 1 }, (_, i) => `#EXTINF:2,\ns${String(from + i)}.ts`);
      const head = ['#EXTM3U', '#EXT-X-TARGETDURATION:2', `#EXT-X-MEDIA-SEQUENCE:${String(from)}`];
      const window = parseMediaPlaylist([...head, ...segments].join('\n'), 'http://site/live.m3u8');
      pipeline.push(window, 0, tracker.update(window, clock.now()));
    };
    push(0, 3);
    await clock.until(clock.sleep(backAt));
    pipeline.recovered(true);
    push(2, 7);
    expect((await clock.until(last.promise)) - backAt).toBeLessThan(100);
    expect(stored).toEqual([2, 3, 4, 5, 6, 7]);
    const fetched = requests.filter((name) => !['s0', 's1'].includes(name));
    expect(fetched).toEqual(['s2', 's3', 's4', 's5', 's6', 's7']);
    stopping.abort();
    await run;
  },
);
