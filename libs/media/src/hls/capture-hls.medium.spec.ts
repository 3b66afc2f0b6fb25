import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OutsideError, untranslated } from '#libs/errors';
import { type LiveHls } from '#libs/testkit';
import {
  bodiesOf,
  type CaptureFixture,
  openCaptureFixture,
  range,
  Recording,
  ts,
} from './capture-recording.fixture.js';
import { type Resume } from '../playlist/window-tracker.js';

let fixture: CaptureFixture;
let live: LiveHls;
let got: Recording;

beforeEach(async () => {
  fixture = await openCaptureFixture();
  ({ live, got } = fixture);
});
afterEach(() => fixture.close());

describe('captureHls, nothing wrong', () => {
  it('takes the whole window from its oldest segment on, then what comes, byte for byte, until ENDLIST', async () => {
    live.publish(...range(0, 8).map((n) => ts(n)));
    await got.begin(live.url);
    await got.has(6);
    live.publish(ts(9), ts(10));
    live.ended = true;
    expect(await got.end).toMatchObject({ cause: 'endlist', resume: { newest: { seq: 10 } } });
    expect(got.seqs).toEqual(range(3, 10));
    expect(got.segments.map((s) => s.copy)).toEqual(bodiesOf(live, range(3, 10)));
    expect(got.epochs.map((e) => e.cause)).toEqual(['start']);
    expect(got.segments.map((s) => s.ptsMs)).toEqual(range(3, 10).map((n) => 10_000 + 2000 * n));
    expect(got.gaps).toEqual([]);
  });

  it('asks for each segment once, whatever the playlist does', async () => {
    live.publish(ts(0), ts(1));
    await got.begin(live.url);
    await got.has(2);
    live.publish(ts(2));
    await got.has(3);
    live.ended = true;
    await got.end;
    expect(
      live.requests
        .map((a) => a.path)
        .filter((p) => p.endsWith('.ts'))
        .toSorted(),
    ).toEqual(['/s0.ts', '/s1.ts', '/s2.ts']);
  });

  it('P11 takes a segment once though its signed address is another one in each playlist', async () => {
    let signature = 0;
    live.fault = (_q, s, path) => {
      if (path !== '/live.m3u8') return false;
      signature += 1;
      s.end(live.playlist().replaceAll('.ts', `.ts?sig=${signature}`));
      return true;
    };
    live.publish(ts(0), ts(1));
    await got.begin(live.url);
    await got.has(2);
    live.publish(ts(2));
    await got.has(3);
    live.ended = true;
    await got.end;
    const requests = live.requests.map((a) => a.path).filter((path) => path.includes('.ts'));
    expect(requests.map((path) => path.replace(/\?.*/, '')).toSorted()).toEqual(['/s0.ts', '/s1.ts', '/s2.ts']);
    expect(new Set(requests.map((path) => path.replace(/.*=/, ''))).size).toBeGreaterThan(1);
    expect([got.seqs, got.gaps, got.epochs.length]).toEqual([[0, 1, 2], [], 1]);
  });

  it('asks for a segment that failed at the newest of its signed addresses', async () => {
    let signature = 0;
    const tried: string[] = [];
    live.fault = (_q, s, path) => {
      if (path === '/live.m3u8') {
        signature += 1;
        s.end(live.playlist().replaceAll('.ts', `.ts?sig=${signature}`));
        return true;
      }
      if (!path.startsWith('/s1.ts')) return false;
      tried.push(path);
      // The signature of the first list has run out: only a newer one is accepted.
      if (Number(path.replace(/.*=/, '')) > Number((tried[0] ?? '').replace(/.*=/, ''))) return false;
      s.writeHead(403).end();
      return true;
    };
    live.publish(ts(0), ts(1));
    await got.begin(live.url);
    await got.has(2);
    expect([got.seqs, got.gaps]).toEqual([[0, 1], []]);
    expect(tried.length).toBeGreaterThan(1);
    live.ended = true;
    await got.end;
  });

  it('W14 goes stale when nothing new comes, and says where to go on', async () => {
    live.publish(ts(0));
    await got.begin(live.url, { staleTargets: 3 });
    expect(await got.end).toMatchObject({ cause: 'stale', resume: { newest: { seq: 0 } } });
  });

  it.each([
    [403, 'unreadable'],
    [503, 'unreadable'],
    [404, 'stale'],
  ])('P10 says whether it saw the end of a source whose list answers %i until then: %s', async (status, cause) => {
    live.publish(ts(0));
    await got.begin(live.url, {
      staleTargets: 3,
      renew: async () => {
        throw new OutsideError(untranslated('not-live', 'The stream has no data yet.'));
      },
    });
    await got.has(1);
    live.fault = (_q, s) => {
      s.writeHead(status).end();
      return true;
    };
    live.publish(ts(1));
    expect(await got.end).toMatchObject({ cause, resume: { newest: { seq: 0 } } });
    expect([got.seqs, got.gaps]).toEqual([[0], []]);
  });

  it('stops when asked to', async () => {
    live.publish(ts(0));
    await got.begin(live.url);
    await got.has(1);
    await got.stop();
    expect(await got.end).toMatchObject({ cause: 'stopped' });
  });
});

describe('captureHls, standing by', () => {
  const resumeOf = async (): Promise<Resume | null> => (await got.end).resume;

  it('waits through an ended playlist and takes up with what is new, once', async () => {
    live.publish(ts(0), ts(1));
    live.ended = true;
    await got.begin(live.url);
    const resume = await resumeOf();
    const next = new Recording(fixture.http);
    await next.begin(live.url, { resume, waitForFirst: true });
    live.fault = (_q, s, path) => {
      if (path !== '/live.m3u8') return false;
      s.writeHead(404).end();
      return true;
    };
    await next.until(() => next.faults.length >= 1);
    live.fault = () => false;
    live.ended = false;
    live.publish(ts(2, { tags: ['#EXT-X-DISCONTINUITY'] }));
    await next.has(1);
    live.ended = true;
    expect(await next.end).toMatchObject({ cause: 'endlist' });
    expect(next.seqs).toEqual([2]);
    expect(next.epochs.map((e) => e.cause)).toEqual(['start']);
    await next.stop();
  });

  it('takes all of a playlist that counts from 0 again', async () => {
    live.publish(...range(0, 20).map((n) => ts(n)));
    live.ended = true;
    await got.begin(live.url);
    const resume = await resumeOf();
    live.restart();
    live.ended = false;
    live.publish(ts(100), ts(101));
    const next = new Recording(fixture.http);
    await next.begin(live.url, { resume, waitForFirst: true });
    await next.has(2);
    expect(next.seqs).toEqual([0, 1]);
    await next.stop();
  });
});
