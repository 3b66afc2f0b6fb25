import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fastClock, LiveHls, madeInit, madeM4s, madeTs, type LiveSegment } from '#libs/testkit';
import {
  AD_DIALECT as dialect,
  type CaptureFixture,
  DISC,
  openCaptureFixture,
  pdt,
  range,
  Recording,
  stitched,
  T0,
} from './capture-recording.fixture.js';
import { type HttpClient } from '../http/http-client.js';

/** Second `2 n` of the broadcast: what is on at that time, content or ad. */
const content = (n: number, ...tags: readonly string[]): LiveSegment => ({
  name: `c${n}.ts`,
  body: madeTs({ ptsMs: 10_000 + n * 2000, mark: n }),
  durMs: 2000,
  tags: [...tags, pdt(n)],
  title: 'live',
});
const ad = (n: number, ...tags: readonly string[]): LiveSegment => ({
  name: `ad${n}.ts`,
  body: madeTs({ ptsMs: n * 2000 + 777, mark: n }),
  durMs: 2002,
  tags: [...tags, pdt(n)],
  title: 'Amazon|8812',
});

let fixture: CaptureFixture;
let live: LiveHls;
let http: HttpClient;
let got: Recording;
let second = 0;
/** Our wall clock stands where the newest published segment ends, so that it agrees with the site's. */
const clock = { ...fastClock(10), wall: () => T0 + second * 1000 };
const publish = (...segments: readonly LiveSegment[]): void => {
  second += segments.length * 2;
  live.publish(...segments);
};
const requests = (server: LiveHls): string[] =>
  server.requests.map(({ path }) => path).filter((path) => !path.includes('.m3u8'));
const names = (): string[] => got.segments.map((s) => `c${((s.pdtMs ?? 0) - T0) / 2000}`);

beforeEach(async () => {
  second = 0;
  fixture = await openCaptureFixture({ window: 15, targetSeconds: 6 });
  ({ live, http, got } = fixture);
});
afterEach(() => fixture.close());

describe('captureHls, ads of a dialect', () => {
  it('P20 begins with the first content behind a preroll: no ad is asked for, and its 8 s are reported', async () => {
    live.head = [stitched(0, 8, 'PREROLL'), '#EXT-X-START:TIME-OFFSET=0'];
    publish(ad(0, DISC), ad(1), ad(2));
    await got.begin(live.url, { dialect, clock });
    await got.until(() => got.adMs >= 6000);
    expect(requests(live)).toEqual([]);
    publish(ad(3), content(4, DISC), content(5));
    await got.has(2);
    live.ended = true;
    await got.end;
    expect(got.ads).toEqual([{ epoch: 0, at: T0, durMs: 8000, roll: 'preroll', id: 'stitched-ad-0', over: true }]);
    expect([names(), requests(live), got.gaps]).toEqual([['c4', 'c5'], ['/c4.ts', '/c5.ts'], []]);
    expect(got.epochs.map((e) => [e.cause, e.startAt - T0])).toEqual([['start', 8000]]);
  });

  it('P21 P22 drops a midroll in fMP4 of a stream in TS with its init section, and starts exactly behind it', async () => {
    live.files.set('/ad-init.mp4', madeInit());
    const mp4Ad = (n: number, ...tags: readonly string[]): LiveSegment => ({
      ...ad(n, ...tags),
      name: `ad${n}.m4s`,
      body: madeM4s({ ptsMs: n }),
    });
    publish(content(0), content(1));
    await got.begin(live.url, { dialect, clock });
    await got.has(2);
    live.head = [stitched(2, 6.03, 'MIDROLL')];
    publish(mp4Ad(2, DISC, '#EXT-X-MAP:URI="ad-init.mp4"'), mp4Ad(3), mp4Ad(4), content(5, DISC), content(6));
    await got.has(4);
    live.ended = true;
    await got.end;
    expect([names(), requests(live), got.inits, got.gaps]).toEqual([
      ['c0', 'c1', 'c5', 'c6'],
      ['/c0.ts', '/c1.ts', '/c5.ts', '/c6.ts'],
      [],
      [],
    ]);
    expect(got.ads).toEqual([
      { epoch: 0, at: T0 + 4000, durMs: 6000, roll: 'midroll', id: 'stitched-ad-2', over: true },
    ]);
    expect(got.epochs.map((e) => [e.cause, e.startAt - T0, e.initCrc])).toEqual([
      ['start', 0, null],
      ['discontinuity', 10_000, null],
    ]);
  });

  it('keeps the init section of a stream in fMP4 whose ads have another, which is never asked for', async () => {
    const part = (segment: LiveSegment, n: number): LiveSegment => ({
      ...segment,
      name: segment.name.replace('.ts', '.m4s'),
      body: madeM4s({ ptsMs: 10_000 + n * 2000, mark: n }),
    });
    const [own, other] = ['#EXT-X-MAP:URI="own.mp4"', '#EXT-X-MAP:URI="other.mp4"'];
    live.files.set('/own.mp4', madeInit(1)).set('/other.mp4', madeInit(2));
    publish(part(content(0, own), 0), part(ad(1, DISC, other), 1), part(content(2, DISC, own), 2));
    await got.begin(live.url, { dialect, clock });
    await got.has(2);
    live.ended = true;
    await got.end;
    expect([names(), new Set(requests(live))]).toEqual([['c0', 'c2'], new Set(['/own.mp4', '/c0.m4s', '/c2.m4s'])]);
    expect(got.epochs.map((e) => e.initCrc)).toEqual([got.inits[0], got.inits[0]]);
  });

  it('P23 stays in one epoch over a discontinuity between two content segments', async () => {
    publish(content(0), content(1), content(2, DISC), content(3), content(4, DISC));
    await got.begin(live.url, { dialect, clock });
    await got.has(5);
    live.ended = true;
    await got.end;
    expect([got.epochs.map((e) => e.cause), got.segments.map((s) => s.ptsMs)]).toEqual([
      ['start'],
      range(0, 4).map((n) => 10_000 + 2000 * n),
    ]);
  });

  it('P24 never loads prefetch addresses, also behind a discontinuity', async () => {
    const plain = live.playlist.bind(live);
    live.playlist = () =>
      `${plain()}#EXT-X-DISCONTINUITY\n#EXT-X-TWITCH-PREFETCH:ad9.ts\n#EXT-X-TWITCH-PREFETCH:ad10.ts\n`;
    publish(content(0), content(1));
    await got.begin(live.url, { dialect, clock });
    await got.has(2);
    publish(ad(2, DISC), content(3, DISC));
    await got.has(3);
    expect([names(), requests(live)]).toEqual([
      ['c0', 'c1', 'c3'],
      ['/c0.ts', '/c1.ts', '/c3.ts'],
    ]);
  });

  it('tells a break that the stop cuts off', async () => {
    publish(content(0), ad(1, DISC), ad(2));
    await got.begin(live.url, { dialect, clock });
    await got.until(() => got.adMs > 4000);
    await got.stop();
    expect(got.ads).toEqual([expect.objectContaining({ at: T0 + 2000, durMs: 4004, over: true })]);
  });

  it('takes ads for content when the source has no dialect', async () => {
    publish(content(0), ad(1, DISC), content(2, DISC));
    await got.begin(live.url, { clock });
    await got.has(3);
    expect(got.ads).toEqual([]);
  });
});

describe('captureHls, an address that ends', () => {
  let next: LiveHls;
  beforeEach(async () => {
    next = await LiveHls.start({ window: 15, targetSeconds: 6 });
  });
  afterEach(async () => {
    await next.stop();
  });

  it.each([401, 403, 404, 410])(
    'P10 goes on with a new address at once when the list answers %i: every segment once, in one capture',
    async (status) => {
      publish(...range(0, 5).map((n) => content(n)));
      let renewed = 0;
      await got.begin(live.url, {
        dialect,
        clock,
        renew: async () => {
          renewed += 1;
          return { url: next.url, headers: { 'x-token': 'second' } };
        },
      });
      await got.has(6);
      live.fault = (_q, s) => {
        s.writeHead(status).end();
        return true;
      };
      next.publish(...range(2, 7).map((n) => content(n)));
      second += 4;
      await got.has(8);
      next.publish(content(8));
      await got.has(9);
      next.ended = true;
      await got.end;
      expect([names(), renewed, got.gaps]).toEqual([range(0, 8).map((n) => `c${n}`), 1, []]);
      expect(requests(next)).toEqual(['/c6.ts', '/c7.ts', '/c8.ts']);
      expect(got.epochs.map((e) => [e.cause, e.startAt - T0])).toEqual([
        ['start', 0],
        ['sequence-reset', 12_000],
      ]);
      expect([
        new Set(next.requests.map((a) => a.headers['x-token'])),
        live.requests.some((a) => 'x-token' in a.headers),
      ]).toEqual([new Set(['second']), false]);
    },
  );

  it('asks at the new address for what the old one listed and refuses', async () => {
    publish(content(0), content(1));
    await got.begin(live.url, { dialect, clock, renew: async () => ({ url: next.url }) });
    await got.has(2);
    live.fault = (_q, s, path) => {
      if (path !== '/c2.ts') return false;
      live.fault = (_r, t) => {
        t.writeHead(403).end();
        return true;
      };
      s.writeHead(403).end();
      return true;
    };
    publish(content(2));
    next.publish(...range(1, 3).map((n) => content(n)));
    await got.has(4);
    expect([names(), got.gaps]).toEqual([['c0', 'c1', 'c2', 'c3'], []]);
  });

  it('tells a preroll that the new session begins with, and nothing twice', async () => {
    publish(content(0), content(1));
    await got.begin(live.url, { dialect, clock, renew: async () => ({ url: next.url }) });
    await got.has(2);
    live.fault = (_q, s) => {
      s.writeHead(403).end();
      return true;
    };
    next.publish(ad(2, DISC), ad(3), content(4, DISC), content(5));
    second += 8;
    await got.has(4);
    next.ended = true;
    await got.end;
    expect([names(), got.gaps]).toEqual([['c0', 'c1', 'c4', 'c5'], []]);
    expect(got.ads).toEqual([expect.objectContaining({ at: T0 + 4000, durMs: 4000, roll: 'preroll' })]);
  });

  it('P1 asks for a new address again and again while it stands by', async () => {
    publish(content(0));
    await got.begin(live.url, { dialect, clock });
    await got.has(1);
    live.ended = true;
    const { resume } = await got.end;
    live.fault = (_q, s) => {
      s.writeHead(404).end();
      return true;
    };
    const later = new Recording(http);
    let checks = 0;
    live.fault = () => false;
    await later.begin(live.url, {
      dialect,
      clock,
      resume,
      waitForFirst: true,
      renew: async () => {
        checks += 1;
        return { url: checks < 3 ? `${live.origin}/gone.m3u8` : next.url };
      },
    });
    live.fault = (_q, s) => {
      s.writeHead(404).end();
      return true;
    };
    next.publish(content(0), content(1, DISC));
    await later.has(1);
    expect([later.segments.map((s) => s.pdtMs), checks]).toEqual([[T0 + 2000], 3]);
    await later.stop();
  });
});
