import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type LiveHls, type LiveSegment, madeTs } from '#libs/testkit';
import {
  bodiesOf,
  type CaptureFixture,
  once,
  openCaptureFixture,
  range,
  type Recording,
  ts,
} from './capture-recording.fixture.js';

let fixture: CaptureFixture;
let live: LiveHls;
let got: Recording;

beforeEach(async () => {
  fixture = await openCaptureFixture();
  ({ live, got } = fixture);
});
afterEach(() => fixture.close());

describe('captureHls, faults of a source', () => {
  const badPlaylist = (answer: LiveHls['fault']): void => {
    live.fault = (q, s, path) => path === '/live.m3u8' && answer(q, s, path);
  };

  it.each<[string, LiveHls['fault']]>([
    [
      '500',
      (_q, s) => {
        s.writeHead(500).end();
        return true;
      },
    ],
    [
      '404',
      (_q, s) => {
        s.writeHead(404).end();
        return true;
      },
    ],
    [
      'closed connections',
      (_q, s) => {
        s.destroy();
        return true;
      },
    ],
    [
      'an error page',
      (_q, s) => {
        s.end('<html>sorry</html>');
        return true;
      },
    ],
    [
      'half a playlist',
      (_q, s) => {
        s.writeHead(200, { 'content-length': 500 });
        s.write('#EXTM3U\n');
        s.destroy();
        return true;
      },
    ],
  ])(
    'a) b1) a playlist that gives %s for a while loses nothing that is still in the window afterwards',
    async (_name, answer) => {
      live.publish(...range(0, 5).map((n) => ts(n)));
      await got.begin(live.url);
      await got.has(6);
      badPlaylist(answer);
      await got.until(() => got.faults.length >= 3);
      live.publish(...range(6, 11).map((n) => ts(n)));
      live.fault = () => false;
      await got.has(12);
      expect(got.seqs).toEqual(range(0, 11));
      expect(got.gaps).toEqual([]);
    },
  );

  it('what left the window during an outage is one gap with its place and length', async () => {
    live.publish(...range(0, 5).map((n) => ts(n)));
    await got.begin(live.url);
    await got.has(6);
    badPlaylist((_q, s) => {
      s.writeHead(503).end();
      return true;
    });
    await got.until(() => got.faults.length >= 2);
    live.publish(...range(6, 14).map((n) => ts(n)));
    live.fault = () => false;
    await got.has(12);
    expect(got.seqs).toEqual([...range(0, 5), ...range(9, 14)]);
    expect(got.gaps).toMatchObject([{ epoch: 0, fromSeq: 6, toSeq: 8, durMs: 6000, cause: 'left-window' }]);
    expect(got.epochs).toHaveLength(1);
  });

  it('b2) a playlist that does not answer is given up and asked again', async () => {
    live.publish(ts(0));
    await got.begin(live.url);
    await got.has(1);
    badPlaylist((_q, s) => live.hang(s));
    await got.until(() => got.faults.length >= 1);
    live.publish(ts(1));
    live.fault = () => false;
    await got.has(2);
    expect(got.seqs).toEqual([0, 1]);
  });

  it('P13 c) a sequence that starts again at 0 on the same address is a new epoch, with nothing lost', async () => {
    live.publish(...range(0, 20).map((n) => ts(n)));
    await got.begin(live.url);
    await got.has(6);
    live.restart();
    live.publish(ts(100, { at: 0, tags: ['#EXT-X-DISCONTINUITY'] }), ts(101, { at: 2000 }));
    await got.has(8);
    expect(got.seqs).toEqual([...range(15, 20), 0, 1]);
    expect(got.segments.map((s) => s.epoch)).toEqual([0, 0, 0, 0, 0, 0, 1, 1]);
    expect(got.epochs.map((e) => e.cause)).toEqual(['start', 'sequence-reset']);
    expect(got.gaps).toEqual([]);
  });

  it('c) the same without a discontinuity tag and with the old file names', async () => {
    live.publish(...range(0, 40).map((n) => ts(n)));
    await got.begin(live.url);
    await got.has(6);
    live.restart();
    live.publish(ts(0, { at: 500 }), ts(1, { at: 2500 }));
    await got.has(8);
    expect(got.epochs.map((e) => e.cause)).toEqual(['start', 'sequence-reset']);
    expect(got.seqs.slice(6)).toEqual([0, 1]);
  });

  it('an old copy of the playlist from a cache changes nothing', async () => {
    live.publish(...range(0, 7).map((n) => ts(n)));
    const old = live.playlist();
    live.publish(ts(8), ts(9));
    await got.begin(live.url);
    await got.has(6);
    let served = 0;
    badPlaylist((_q, s) => {
      served += 1;
      got.faults.push('old');
      s.end(served % 2 === 0 ? old : live.playlist());
      return true;
    });
    live.publish(ts(10));
    await got.has(7);
    live.publish(ts(11));
    await got.has(8);
    expect(served).toBeGreaterThan(1);
    expect(got.seqs).toEqual(range(4, 11));
    expect(got.epochs).toHaveLength(1);
  });

  it('d) a segment that is 404 once is there', async () => {
    live.publish(ts(0), ts(1), ts(2));
    live.fault = once('/s1.ts', (s) => {
      s.writeHead(404).end();
    });
    await got.begin(live.url);
    await got.has(3);
    expect(got.seqs).toEqual([0, 1, 2]);
    expect(got.gaps).toEqual([]);
  });

  it("d') a segment that is 404 for long is tried until it leaves the window, in its place in the order", async () => {
    live.publish(ts(0), ts(1), ts(2));
    let tries = 0;
    live.fault = (_q, s, path) => {
      if (path !== '/s1.ts' || tries >= 6) return false;
      tries += 1;
      s.writeHead(404).end();
      return true;
    };
    await got.begin(live.url);
    await got.has(3);
    expect(tries).toBe(6);
    expect(got.seqs).toEqual([0, 1, 2]);
    expect(got.gaps).toEqual([]);
  });

  it('P12 a segment that never comes is tried until it has left the window, then it is a gap with its time, and no new epoch', async () => {
    live.publish(ts(0), ts(1), ts(2));
    let tries = 0;
    live.fault = (_q, s, path) => {
      if (path !== '/s1.ts') return false;
      tries += 1;
      if (tries === 2) live.publish(...range(3, 8).map((n) => ts(n)));
      s.writeHead(404).end();
      return true;
    };
    await got.begin(live.url);
    await got.has(8);
    expect(got.seqs).toEqual([0, ...range(2, 8)]);
    expect(got.gaps).toMatchObject([{ epoch: 0, fromSeq: 1, toSeq: 1, durMs: 2000, cause: 'not-found' }]);
    expect(got.epochs).toHaveLength(1);
  });

  it('e) a body that is cut at half is fetched again', async () => {
    live.publish(ts(0), ts(1));
    const whole = live.files.get('/s1.ts') ?? Buffer.alloc(0);
    live.fault = once('/s1.ts', (s) => {
      s.writeHead(200, { 'content-length': whole.length });
      s.write(whole.subarray(0, whole.length / 2));
      setImmediate(() => s.destroy());
    });
    await got.begin(live.url);
    await got.has(2);
    expect(got.segments[1]?.copy).toEqual(whole);
  });

  /** 2 s of frames of 40 ms. */
  const frames = (n: number): LiveSegment =>
    ts(n, { body: Buffer.concat(range(0, 49).map((i) => madeTs({ ptsMs: 10_000 + n * 2000 + i * 40, mark: n }))) });
  const half = (n: number): Buffer => frames(n).body.subarray(0, frames(n).body.length / 2);
  const asked = (path: string): number => live.requests.filter((request) => request.path === path).length;

  const untilAsked = (path: string, times: number): Promise<void> =>
    new Promise((resolve) => {
      live.onRequest = () => {
        if (asked(path) >= times) resolve();
      };
      live.onRequest();
    });

  it('integrity-2 a body without its end whose length agrees is fetched again while it is listed', async () => {
    live.publish(...range(0, 3).map(frames));
    live.fault = (_q, s, path) => {
      const isCut = (path === '/s1.ts' || path === '/s2.ts') && asked(path) <= 4;
      if (isCut) s.end(half(Number(path[2])).subarray(0, path === '/s1.ts' ? -100 : Infinity));
      return isCut;
    };
    await got.begin(live.url);
    await got.has(4);
    expect(got.segments.map((s) => s.copy)).toEqual(bodiesOf(live, [0, 1, 2, 3]));
    expect([got.gaps, got.notices, got.epochs.length]).toEqual([[], [], 1]);
  });

  it('integrity-2 what is there of a segment without its end is kept, and the rest is a gap, also in the last one', async () => {
    live.publish(...range(0, 3).map(frames));
    for (const n of [1, 3]) live.files.set(`/s${n}.ts`, half(n).subarray(0, n === 1 ? -100 : Infinity));
    await got.begin(live.url);
    await got.has(1);
    await untilAsked('/s1.ts', 3);
    live.ended = true;
    await got.end;
    expect(got.segments.map(({ seq, durMs, bytes }) => [seq, durMs, bytes % 188])).toEqual([
      [0, 2000, 0],
      [1, 1000, 0],
      [2, 2000, 0],
      [3, 1000, 0],
    ]);
    const lost = { durMs: 1000, cause: 'truncated' };
    expect(got.gaps).toMatchObject([
      { epoch: 0, fromSeq: 1, toSeq: 1, ...lost },
      { epoch: 1, fromSeq: 3, toSeq: 3, ...lost },
    ]);
    expect(got.notices).toEqual(['segment-truncated', 'segment-truncated']);
    const [first, second] = got.epochs;
    expect([second!.startAt - first!.startAt, second!.firstPtsMs - first!.firstPtsMs]).toEqual([4000, 4000]);
  });

  it('integrity-2 a source that never sends the end of a segment is not asked again for each one', async () => {
    live.publish(...range(0, 5).map(frames));
    live.fault = (_q, s, path) => {
      const isCut = path.endsWith('.ts');
      if (isCut) s.end(half(Number(path.slice(2, -3))).subarray(0, -100));
      return isCut;
    };
    await got.begin(live.url);
    await untilAsked('/s0.ts', 3);
    live.publish(...range(6, 11).map(frames));
    await got.has(12);
    expect(range(0, 5).map((n) => asked(`/s${n}.ts`) > 1)).toEqual([true, true, true, false, false, false]);
  });

  it('an error page in the place of a segment is not stored', async () => {
    live.publish(ts(0), ts(1));
    live.fault = once('/s1.ts', (s) => {
      s.end('<html>busy</html>');
    });
    await got.begin(live.url);
    await got.has(2);
    expect(got.segments.map((s) => s.copy)).toEqual(bodiesOf(live, [0, 1]));
  });

  it('slow segments do not hold up the playlist', async () => {
    live.publish(ts(0));
    live.fault = (_q, s, path) =>
      path === '/s0.ts' && live.requests.filter((a) => a.path === '/live.m3u8').length < 4 && live.hang(s);
    await got.begin(live.url);
    live.publish(ts(1), ts(2));
    await got.has(3);
    expect(got.seqs).toEqual([0, 1, 2]);
  });
});
