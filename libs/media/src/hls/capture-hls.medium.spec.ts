import { createCipheriv } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type LiveHls, madeInit, madeM4s, madeTs, type LiveSegment } from '#libs/testkit';
import { type CaptureStage, openCaptureStage, Recording } from './capture-recording.fixture.js';
import { sequenceIv } from './decrypt.js';
import { type HttpClient } from './http-client.js';
import { type Resume } from './window-tracker.js';

let stage: CaptureStage;
let live: LiveHls;
let http: HttpClient;
let got: Recording;

beforeEach(async () => {
  stage = await openCaptureStage();
  ({ live, http, got } = stage);
});
afterEach(() => stage.close());

const ts = (n: number, more: Partial<LiveSegment> & { readonly at?: number } = {}): LiveSegment => {
  const { at = n * 2000, ...rest } = more;
  return { name: `s${n}.ts`, body: madeTs({ ptsMs: 10_000 + at, mark: n }), durMs: 2000, tags: [], ...rest };
};
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const bodies = (names: readonly number[]): Buffer[] => names.map((n) => live.files.get(`/s${n}.ts`) ?? Buffer.alloc(0));
const once = (path: string, answer: (response: Parameters<LiveHls['fault']>[1]) => void): LiveHls['fault'] => {
  let left = 1;
  return (_request, response, asked) => {
    if (asked !== path || left === 0) return false;
    left -= 1;
    answer(response);
    return true;
  };
};

describe('captureHls, nothing wrong', () => {
  it('takes the whole window from its oldest segment on, then what comes, byte for byte, until ENDLIST', async () => {
    live.publish(...range(0, 8).map((n) => ts(n)));
    await got.begin(live.url);
    await got.has(6);
    live.publish(ts(9), ts(10));
    live.ended = true;
    expect(await got.end).toMatchObject({ cause: 'endlist', resume: { newest: { seq: 10 } } });
    expect(got.seqs).toEqual(range(3, 10));
    expect(got.segments.map((s) => s.copy)).toEqual(bodies(range(3, 10)));
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
      live.asked
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
    const asked = live.asked.map((a) => a.path).filter((path) => path.includes('.ts'));
    expect(asked.map((path) => path.replace(/\?.*/, '')).toSorted()).toEqual(['/s0.ts', '/s1.ts', '/s2.ts']);
    expect(new Set(asked.map((path) => path.replace(/.*=/, ''))).size).toBeGreaterThan(1);
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
      // The signature of the first list has run out: only a newer one opens the door.
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

  it('S14 goes stale when nothing new comes, and says where to go on', async () => {
    live.publish(ts(0));
    await got.begin(live.url, { staleTargets: 3 });
    expect(await got.end).toMatchObject({ cause: 'stale', resume: { newest: { seq: 0 } } });
  });

  it('stops when told to', async () => {
    live.publish(ts(0));
    await got.begin(live.url);
    await got.has(1);
    await got.stop();
    expect(await got.end).toMatchObject({ cause: 'stopped' });
  });
});

describe('captureHls, the faults of peers-capture.md', () => {
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
  }, 20_000);

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

  it('an error page in the place of a segment is not stored', async () => {
    live.publish(ts(0), ts(1));
    live.fault = once('/s1.ts', (s) => {
      s.end('<html>busy</html>');
    });
    await got.begin(live.url);
    await got.has(2);
    expect(got.segments.map((s) => s.copy)).toEqual(bodies([0, 1]));
  });

  it('slow segments do not hold up the playlist', async () => {
    live.publish(ts(0));
    live.fault = (_q, s, path) =>
      path === '/s0.ts' && live.asked.filter((a) => a.path === '/live.m3u8').length < 4 && live.hang(s);
    await got.begin(live.url);
    live.publish(ts(1), ts(2));
    await got.has(3);
    expect(got.seqs).toEqual([0, 1, 2]);
  }, 20_000);
});

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
    expect(live.asked.some((a) => a.path === '/s1.ts')).toBe(false);
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
    expect(live.asked.map((a) => a.path)).toContain('/cdn/s0.ts');
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

describe('captureHls, standing by', () => {
  const resumeOf = async (): Promise<Resume | null> => (await got.end).resume;

  it('waits through an ended playlist and takes up with what is new, once', async () => {
    live.publish(ts(0), ts(1));
    live.ended = true;
    await got.begin(live.url);
    const resume = await resumeOf();
    const next = new Recording(http);
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
    const next = new Recording(http);
    await next.begin(live.url, { resume, waitForFirst: true });
    await next.has(2);
    expect(next.seqs).toEqual([0, 1]);
    await next.stop();
  });
});
