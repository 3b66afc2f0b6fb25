import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseSegmentName, segmentName } from '#libs/contracts';
import { type LiveHls, type LiveSegment, madeInit, madeM4s, madeTs, makeNumberedEpoch, tempDir } from '#libs/testkit';
import {
  bodiesOf,
  type CaptureFixture,
  openCaptureFixture,
  range,
  type Recording,
  ts,
} from './capture-recording.fixture.js';

let fixture: CaptureFixture;
let live: LiveHls;
let got: Recording;

beforeEach(async () => {
  fixture = await openCaptureFixture({ window: 5 });
  ({ live, got } = fixture);
});
afterEach(() => fixture.close());

/** Serves this text as the playlist. */
const serve = (text: () => string): void => {
  live.fault = (_q, s, path) => {
    if (!path.startsWith('/live.m3u8')) return false;
    s.end(text());
    return true;
  };
};
/** Publishes segments 0 to 4 and captures them. */
async function captureFirstFive(of: (n: number) => LiveSegment = (n) => ts(n)): Promise<void> {
  live.publish(...range(0, 4).map((n) => of(n)));
  await got.begin(live.url);
  await got.has(5);
}
/** Publishes segments one after another, each once the one before it is captured. */
async function publishEach(from: number, to: number, of: (n: number) => LiveSegment = ts): Promise<void> {
  for (const n of range(from, to)) {
    live.publish(of(n));
    await got.has(n + 1);
  }
}
const finish = async (): Promise<void> => {
  live.ended = true;
  expect(await got.end).toMatchObject({ cause: 'endlist' });
};
const hashes = (bodies: readonly Buffer[]): number[] => bodies.map((body) => crc32(body));
const expectEachOnce = (to: number): void => {
  expect(hashes(got.segments.map((s) => s.copy))).toEqual(hashes(bodiesOf(live, range(0, to))));
  // The first list may have been of either numbering.
  expect(got.seqs.map((seq) => seq - (got.seqs[0] ?? 0))).toEqual(range(0, to));
  expect([got.epochs.length, got.gaps]).toEqual([1, []]);
};
/** How often each segment was requested. */
const loads = (path: string): number => live.requests.filter((a) => a.path.startsWith(path)).length;

it('sources-19 a list that was cut in the middle of its last name repeats nothing, and loses nothing', async () => {
  let isCut = false;
  serve(() => (isCut ? live.playlist().trimEnd().slice(0, -1) : live.playlist()));
  await captureFirstFive();
  isCut = true;
  live.onRequest = () => {
    if (live.requests.at(-1)?.path === '/s5.t') isCut = false;
  };
  live.publish(ts(5));
  await got.has(6);
  await publishEach(6, 8);
  await finish();
  expectEachOnce(8);
});

describe('captureHls, dates of a source', () => {
  const dated = (ms: number): string[] => [`#EXT-X-PROGRAM-DATE-TIME:${new Date(ms).toISOString()}`];
  const T0 = Date.parse('2026-01-01T00:00:00Z');

  it('sources-9 a frozen programme date-time neither repeats a segment nor starts an epoch', async () => {
    live.head = dated(T0);
    await captureFirstFive();
    await publishEach(5, 12);
    await finish();
    expectEachOnce(12);
    expect(got.notices).toContain('dates-ignored');
    expect(got.segments.at(-1)?.pdtMs).toBeNull();
  });

  it('sources-9 neither does one that is "now minus window" in each answer', async () => {
    let clock = T0;
    serve(() => {
      clock += 2600;
      live.head = dated(clock);
      return live.playlist();
    });
    await captureFirstFive();
    await publishEach(5, 12);
    await finish();
    expectEachOnce(12);
  });

  it('sources-9 a date that steps once by 2.5 s is a notice, and counts on', async () => {
    let step = 0;
    serve(() => {
      live.head = dated(T0 + live.mediaSequence * 2000 + step);
      return live.playlist();
    });
    await captureFirstFive();
    await publishEach(5, 6);
    step = 2500;
    await publishEach(7, 10);
    await finish();
    expectEachOnce(10);
    expect(got.notices).toEqual(['dates-moved']);
    expect(got.segments.at(-1)?.pdtMs).toBe(T0 + 10 * 2000 + 2500);
  });

  it('sources-9 reused names with other dates and other bytes are new segments', async () => {
    live.head = dated(T0);
    await captureFirstFive();
    live.restart();
    live.head = dated(T0 + 60_000);
    live.publish(
      ...range(0, 4).map((n) => ts(n, { at: 100_000 + n * 2000, body: madeTs({ ptsMs: 90_000 + n * 2000 }) })),
    );
    await got.has(10);
    await finish();
    expect(hashes(got.segments.slice(5).map((s) => s.copy))).toEqual(hashes(bodiesOf(live, range(0, 4))));
  });
});

describe('captureHls, several numberings', () => {
  const numbered = (seq: number): string =>
    live.playlist().replace(/(?<=MEDIA-SEQUENCE:)\d+/, String(live.mediaSequence + seq));

  it('sources-10 two edges behind one name, the second numbers +200: each segment once, in one epoch', async () => {
    let turn = 0;
    serve(() => numbered(turn++ % 2 === 0 ? 0 : 200));
    await captureFirstFive();
    await publishEach(5, 14);
    await finish();
    expectEachOnce(14);
    expect(got.notices).toEqual(['numbers-changed']);
    expect(range(0, 14).filter((n) => loads(`/s${n}.ts`) > 1)).toHaveLength(1);
  });

  it.each([3, 200])('sources-10 the same with other names at the second edge, numbered +%i', async (shift) => {
    let turn = 0;
    serve(() => {
      turn += 1;
      return turn % 2 === 0 ? numbered(shift).replaceAll(/s(\d+)\.ts/g, 'edge/b$1.ts') : numbered(0);
    });
    const both = (n: number): LiveSegment => {
      live.files.set(`/edge/b${n}.ts`, ts(n).body);
      return ts(n);
    };
    await captureFirstFive(both);
    await publishEach(5, 14, both);
    await finish();
    expectEachOnce(14);
  });

  it.each([
    ['TS', (n: number) => madeTs({ ptsMs: n * 2000, mark: n, sizeBytes: 2000 + 200 * n }), null],
    ['fMP4', (n: number) => madeM4s({ ptsMs: n * 2000, mark: n, sizeBytes: 2000 + n }), madeInit()],
  ])(
    'sources-23 takes each byte range of a sliding %s file once, though the numbers stand still',
    async (_k, made, init) => {
      const head = init ?? Buffer.alloc(0);
      const pieces = range(0, 12).map(made);
      live.files.set('/all', Buffer.concat([head, ...pieces]));
      const at = (n: number): number => pieces.slice(0, n).reduce((sum, p) => sum + p.length, head.length);
      let newest = 3;
      let ended = false;
      serve(() =>
        [
          '#EXTM3U',
          '#EXT-X-TARGETDURATION:2',
          '#EXT-X-MEDIA-SEQUENCE:0',
          ...(init ? [`#EXT-X-MAP:URI="all",BYTERANGE="${head.length}@0"`] : []),
          ...range(newest - 3, newest).flatMap((n) => [
            '#EXTINF:2,',
            `#EXT-X-BYTERANGE:${pieces[n]?.length ?? 0}@${at(n)}`,
            'all',
          ]),
          ...(ended ? ['#EXT-X-ENDLIST'] : []),
        ].join('\n'),
      );
      await got.begin(live.url);
      for (; newest < 12; newest += 1) await got.has(newest + 1);
      await got.has(13);
      ended = true;
      await got.end;
      expect(hashes(got.segments.map((s) => s.copy))).toEqual(hashes(pieces));
      expect([got.seqs, got.epochs.length, got.gaps]).toEqual([range(0, 12), 1, []]);
    },
  );

  it.each([
    ['all numbers of the last list are one lower', ['#EXT-X-MEDIA-SEQUENCE:2', ...range(3, 7).map((n) => `s${n}.ts`)]],
    ['the last number comes twice', ['#EXT-X-MEDIA-SEQUENCE:3', ...[3, 4, 5, 7].map((n) => `s${n}.ts`)]],
  ])('sources-26 a new name with a known number is another segment: %s', async (_name, [head = '', ...names]) => {
    await captureFirstFive();
    await publishEach(5, 6);
    live.files.set('/s7.ts', ts(7).body);
    serve(() =>
      ['#EXTM3U', '#EXT-X-TARGETDURATION:2', head, ...names.flatMap((n) => ['#EXTINF:2,', n]), '#EXT-X-ENDLIST'].join(
        '\n',
      ),
    );
    await got.end;
    expectEachOnce(7);
  });
});

describe('captureHls, queries and numbers as the only identity', () => {
  it.each([
    ['13: in the segments', (n: number) => (text: string) => text.replaceAll('.ts', `.ts?t=${n}`)],
    ['21: as a comment', (n: number) => (text: string) => `${text}# ${n}\n`],
  ])('sources-%s, a stamp that is new in each answer does not keep a list alive', async (_name, change) => {
    let answers = 0;
    serve(() => change((answers += 1))(live.playlist()));
    live.publish(...range(0, 4).map((n) => ts(n)));
    await got.begin(live.url, { staleTargets: 4 });
    expect(await got.end).toMatchObject({ cause: 'stale' });
    expect(answers).toBeGreaterThan(3);
    expectEachOnce(4);
  });

  it('sources-21 a context in the query of the playlist and its segments leaves the identity alone', async () => {
    let session = 0;
    live.fault = (_q, s, path) => {
      if (path === '/master.m3u8') {
        session += 1;
        s.end(`#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n/live.m3u8?hls_ctx=${session}\n`);
        return true;
      }
      if (!path.startsWith('/live.m3u8')) return false;
      if (session < 3 && live.mediaSequence > session) s.writeHead(404).end();
      else s.end(live.playlist().replaceAll('.ts', `.ts?hls_ctx=${session}`));
      return true;
    };
    live.publish(...range(0, 4).map((n) => ts(n)));
    await got.begin(`${live.origin}/master.m3u8`);
    await got.has(5);
    await publishEach(5, 9);
    await finish();
    expectEachOnce(9);
    expect(session).toBe(3);
  });

  it('sources-21 a token in the path of each segment, new in each answer, costs one more request', async () => {
    let answers = 0;
    live.fault = (_q, s, path) => {
      if (path === '/live.m3u8') {
        answers += 1;
        s.end(live.playlist().replaceAll(/s(\d+)\.ts/g, `token${answers}/s$1.ts`));
        return true;
      }
      const body = live.files.get(path.replace(/token\d+\//, ''));
      if (body) s.end(body);
      return body !== undefined;
    };
    await captureFirstFive();
    await publishEach(5, 12);
    await finish();
    expectEachOnce(12);
    expect(live.requests.filter((a) => a.path.endsWith('.ts'))).toHaveLength(14);
    expect(got.notices).toEqual([]);
  });

  it('sources-26 names that come round again are new segments, also after an outage of two windows', async () => {
    const cyclic = (n: number): LiveSegment => ts(n, { name: `c${n % 5}.ts` });
    const bodies = range(0, 19).map((n) => ts(n).body);
    await captureFirstFive(cyclic);
    await publishEach(5, 9, cyclic);
    live.fault = (_q, s, path) => {
      if (path !== '/live.m3u8') return false;
      s.writeHead(503).end();
      return true;
    };
    await got.until(() => got.faults.length > 0);
    live.publish(...range(10, 19).map(cyclic));
    live.fault = () => false;
    await got.has(15);
    await finish();
    expect(hashes(got.segments.map((s) => s.copy))).toEqual(hashes([...bodies.slice(0, 10), ...bodies.slice(15)]));
    expect(got.gaps).toMatchObject([{ fromSeq: 10, toSeq: 14, cause: 'left-window' }]);
    expect(got.epochs).toHaveLength(1);
  });

  it.each([
    ['whose names are all the same', (n: number) => `segment.ts?n=${n}`, 2],
    ['whose names differ', (n: number) => `s${n}.ts`, 5],
  ])(
    'sources-19 a server %s that answers each request with what comes next keeps its order',
    async (_name, uri, window) => {
      let given = 0;
      let published = window;
      let open = 0;
      live.fault = (_q, s, path) => {
        if (path === '/live.m3u8') {
          const list = range(published - window, published - 1).flatMap((n) => ['#EXTINF:2,', uri(n)]);
          s.end(
            [
              `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:${published - window}`,
              ...list,
              ...(live.ended ? ['#EXT-X-ENDLIST'] : []),
            ].join('\n'),
          );
          return true;
        }
        const n = given;
        given += 1;
        open += 1;
        // The first of two parallel requests would get the later media.
        const delayed = open > 1 ? n - 1 : n;
        setImmediate(() => {
          open -= 1;
          s.end(ts(delayed).body);
        });
        return true;
      };
      await got.begin(live.url);
      for (; published < 12; published += 1) await got.has(published);
      live.ended = true;
      await got.has(12);
      await got.end;
      expect(hashes(got.segments.map((s) => s.copy))).toEqual(hashes(range(0, 11).map((n) => ts(n).body)));
      expect(got.notices).not.toContain('times-step-back');
    },
  );
});

describe('captureHls, a discontinuity before every segment', () => {
  const cut = (n: number, more: { readonly at?: number; readonly body?: Buffer } = {}): LiveSegment =>
    ts(n, { ...more, tags: ['#EXT-X-DISCONTINUITY'] });

  it('sources-14 joins them where the time stamps go on', async () => {
    live.publish(...range(0, 4).map((n) => cut(n)));
    await got.begin(live.url);
    await got.has(5);
    await publishEach(5, 9, cut);
    await finish();
    expectEachOnce(9);
  });

  it('sources-14 keeps each of them where the time stamps start again, even if their bytes are equal', async () => {
    const still = madeTs({ ptsMs: 0 });
    const same = (n: number): LiveSegment => cut(n, { body: still });
    await captureFirstFive(same);
    await publishEach(5, 9, same);
    await finish();
    expect(got.segments).toHaveLength(10);
    expect(got.gaps).toEqual([]);
  });
});

describe('captureHls, lengths of real media', () => {
  let dir: ReturnType<typeof tempDir>;
  beforeEach(() => {
    dir = tempDir('capture-lengths');
  });
  afterEach(() => {
    dir.remove();
  });
  /** Six segments of 1.3 s at 30 frames a second; `stated` gives the EXTINF of each. */
  const publish = async (stated: (n: number) => string): Promise<void> => {
    const { segments } = await makeNumberedEpoch({
      dir: path.join(dir.path, 'media'),
      firstFrame: 0,
      frames: 234,
      fps: '30',
      clockSeconds: 10,
      kind: 'ts',
      segmentSeconds: 1.3,
      encoder: ['-g', '39', '-keyint_min', '39', '-sc_threshold', '0'],
    });
    for (const [n, file] of segments.entries()) live.files.set(`/r${n}.ts`, await readFile(file));
    serve(() =>
      [
        '#EXTM3U',
        `#EXT-X-TARGETDURATION:${Number.parseInt(stated(0), 10)}`,
        ...segments.flatMap((_file, n) => [`#EXTINF:${stated(n)},`, `r${n}.ts`]),
        '#EXT-X-ENDLIST',
      ].join('\n'),
    );
    await got.begin(live.url);
    await got.end;
  };

  it.each([
    ['24: rounded down to whole seconds', () => '1'],
    ['12: with one overflow of 64 bits', (n: number) => (n === 2 ? '204963823041217.217' : '1.3')],
    ['12: with one wrap of the clock', (n: number) => (n === 2 ? '95443.717' : '1.3')],
    ['12: with one length that is only wrong', (n: number) => (n === 2 ? '30' : '1.3')],
    ['12: all of them wrong', () => '20'],
  ])('sources-%s, EXTINF yields to the time stamps', async (_name, stated) => {
    await publish(stated);
    expect(got.segments.map((s) => s.durMs)).toEqual(Array.from({ length: 6 }, () => 1300));
    expect(got.notices).toContain('durations-replaced');
    expect([got.epochs.length, got.gaps]).toEqual([1, []]);
    expect(got.segments.map((s) => parseSegmentName(segmentName(s))?.ptsMs)).toEqual(got.segments.map((s) => s.ptsMs));
  });

  it('sources-24 rounded up, it yields from the third segment on', async () => {
    await publish(() => '2');
    expect(got.segments.map((s) => s.durMs).slice(2)).toEqual([1300, 1300, 1300, 1300]);
    expect(got.epochs).toHaveLength(1);
  });

  it('sources-24 exact lengths stay as they are', async () => {
    await publish(() => '1.300');
    expect([got.segments.map((s) => s.durMs), got.notices]).toEqual([Array.from({ length: 6 }, () => 1300), []]);
  });
});
