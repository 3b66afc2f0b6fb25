import { createCipheriv } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type LiveHls, type LiveSegment, madeInit, madeM4s, madeTs } from '#libs/testkit';
import {
  type CaptureFixture,
  once,
  openCaptureFixture,
  range,
  type Recording,
  ts,
} from './capture-recording.fixture.js';
import { sequenceIv } from './fetch-segment.js';

let fixture: CaptureFixture;
let live: LiveHls;
let got: Recording;

beforeEach(async () => {
  fixture = await openCaptureFixture();
  ({ live, got } = fixture);
});
afterEach(() => fixture.close());

describe('captureHls, what a playlist may hold', () => {
  it('keeps fMP4 and a change of its init section apart', async () => {
    live.files.set('/a.mp4', madeInit(1)).set('/b.mp4', madeInit(2));
    const m4s = (n: number, tags: readonly string[] = []): LiveSegment => ({
      name: `f${n}.m4s`,
      body: madeM4s({ ptsMs: n * 2000, mark: n }),
      durMs: 2000,
      tags,
    });
    live.publish(
      m4s(0, ['#EXT-X-MAP:URI="a.mp4"']),
      m4s(1),
      m4s(2, ['#EXT-X-MAP:URI="b.mp4"']),
      m4s(3, ['#EXT-X-MAP:URI="b.mp4?again"']),
    );
    live.ended = true;
    await got.begin(live.url);
    await got.end;
    expect(got.epochs.map((e) => [e.cause, e.container, e.firstPtsMs])).toEqual([
      ['start', 'fmp4', 0],
      ['init-changed', 'fmp4', 4000],
    ]);
    expect(got.inits).toEqual(got.epochs.map((e) => e.initCrc));
    expect(got.segments.map((s) => [s.epoch, s.ptsMs, s.ext])).toEqual([
      [0, 0, 'm4s'],
      [0, 2000, 'm4s'],
      [1, 4000, 'm4s'],
      [1, 6000, 'm4s'],
    ]);
  });

  it.each([
    ['206', false],
    ['200 with the whole file', true],
  ])('cuts byte ranges out of one file (server answers %s), init section too', async (_name, ignoresRange) => {
    const init = madeInit();
    const pieces = range(0, 2).map((n) => madeM4s({ ptsMs: n * 2000, mark: n }));
    live.files.set('/all.mp4', Buffer.concat([init, ...pieces]));
    if (ignoresRange)
      live.fault = (q) => {
        delete q.headers.range;
        return false;
      };
    const at = (n: number): string => (n === 0 ? `@${init.length}` : '');
    live.publish(
      ...pieces.map((body, n) => ({
        name: `unused${n}`,
        uri: 'all.mp4',
        body,
        durMs: 2000,
        tags: [
          ...(n === 0 ? [`#EXT-X-MAP:URI="all.mp4",BYTERANGE="${init.length}@0"`] : []),
          `#EXT-X-BYTERANGE:${body.length}${at(n)}`,
        ],
      })),
    );
    live.ended = true;
    await got.begin(live.url);
    await got.end;
    expect(got.segments.map((s) => s.copy)).toEqual(pieces);
  });

  it('opens AES-128 with rotating keys, sequence numbers above 2^31 as IV, an explicit IV and a clear init section', async () => {
    const first = 2 ** 31 + 5;
    live.restart(first);
    const keys = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)];
    keys.forEach((key, i) => live.files.set(`/k${i}`, key));
    const lock = (clear: Buffer, key: Buffer, iv: Buffer): Buffer => {
      const c = createCipheriv('aes-128-cbc', key, iv);
      return Buffer.concat([c.update(clear), c.final()]);
    };
    const clear = range(0, 3).map((n) => madeTs({ ptsMs: n * 2000, mark: n }));
    const own = Buffer.alloc(16, 9);
    const body = (n: number, key: number, iv = sequenceIv(first + n)): Buffer =>
      lock(clear[n] ?? Buffer.alloc(0), keys[key] ?? Buffer.alloc(0), iv);
    live.publish(
      { name: 'e0', body: body(0, 0), durMs: 2000, tags: ['#EXT-X-KEY:METHOD=AES-128,URI="k0"'] },
      { name: 'e1', body: body(1, 1), durMs: 2000, tags: ['#EXT-X-KEY:METHOD=AES-128,URI="k1"'] },
      {
        name: 'e2',
        body: body(2, 1, own),
        durMs: 2000,
        tags: [`#EXT-X-KEY:METHOD=AES-128,URI="k1",IV=0x${own.toString('hex')}`],
      },
      { name: 'e3', body: clear[3] ?? Buffer.alloc(0), durMs: 2000, tags: ['#EXT-X-KEY:METHOD=NONE'] },
    );
    live.fault = once('/k1', (s) => {
      s.writeHead(503).end();
    });
    live.ended = true;
    await got.begin(live.url);
    await got.end;
    expect(got.segments.map((s) => s.copy)).toEqual(clear);
  });

  it('refuses encryption that it cannot undo, by name', async () => {
    live.publish(
      ts(0, { tags: ['#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://x",KEYFORMAT="com.apple.streamingkeydelivery"'] }),
    );
    await got.begin(live.url);
    await expect(got.end).rejects.toMatchObject({
      code: 'key-unsupported',
      message: expect.stringContaining('SAMPLE-AES'),
    });
  });

  it('notes what the source itself says is missing, without asking for it', async () => {
    live.publish(ts(0), ts(1, { tags: ['#EXT-X-GAP'] }), ts(2));
    live.ended = true;
    await got.begin(live.url);
    await got.end;
    expect(got.gaps).toMatchObject([{ fromSeq: 1, toSeq: 1, cause: 'source-gap' }]);
    expect(live.requests.some((a) => a.path === '/s1.ts')).toBe(false);
  });

  it('reads gzip, and takes addresses as relative to where a redirect led', async () => {
    live.files.set('/cdn/s0.ts', ts(0).body);
    live.publish(ts(0));
    live.fault = (q, s, path) => {
      if (path === '/live.m3u8') {
        s.writeHead(302, { location: '/cdn/real.m3u8' }).end();
        return true;
      }
      if (path !== '/cdn/real.m3u8') return false;
      expect(q.headers['accept-encoding']).toContain('gzip');
      s.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(live.playlist()));
      return true;
    };
    live.ended = true;
    await got.begin(live.url);
    await got.end;
    expect(live.requests.map((a) => a.path)).toContain('/cdn/s0.ts');
    expect(got.segments.map((s) => s.copy)).toEqual([ts(0).body]);
  });

  it('uses the ETag that a server gives', async () => {
    live.publish(ts(0));
    let unchanged = 0;
    live.fault = (q, s, path) => {
      if (path !== '/live.m3u8') return false;
      const etag = `"${live.playlist().length}"`;
      if (q.headers['if-none-match'] === etag) {
        unchanged += 1;
        got.faults.push('304');
        s.writeHead(304).end();
        if (unchanged === 2) live.publish(ts(1));
        return true;
      }
      s.writeHead(200, { etag }).end(live.playlist());
      return true;
    };
    await got.begin(live.url);
    await got.has(2);
    expect(unchanged).toBe(2);
    expect(got.seqs).toEqual([0, 1]);
  });

  it('a discontinuity is a new epoch even when the time stamps line up', async () => {
    live.publish(ts(0), ts(1, { tags: ['#EXT-X-DISCONTINUITY'] }));
    live.ended = true;
    await got.begin(live.url);
    await got.end;
    expect(got.epochs.map((e) => e.cause)).toEqual(['start', 'discontinuity']);
  });

  it('time stamps that jump by more than a second are a new epoch without any tag', async () => {
    live.publish(ts(0), ts(1), ts(2, { at: 60_000 }));
    live.ended = true;
    await got.begin(live.url);
    await got.end;
    expect(got.epochs.map((e) => e.cause)).toEqual(['start', 'timestamp-jump']);
  });

  it('asks the master playlist again when the address of the rendition has run out', async () => {
    let token = 1;
    live.fault = (_q, s, path) => {
      if (path === '/master.m3u8') {
        s.end(`#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n/live.m3u8?token=${token}\n`);
        return true;
      }
      if (!path.startsWith('/live.m3u8') || path === `/live.m3u8?token=${token}`) return false;
      s.writeHead(403).end();
      return true;
    };
    live.publish(ts(0));
    await got.begin(`${live.origin}/master.m3u8`);
    await got.has(1);
    token = 2;
    live.publish(ts(1));
    await got.has(2);
    expect(got.seqs).toEqual([0, 1]);
    expect(got.epochs).toHaveLength(1);
  });
});
