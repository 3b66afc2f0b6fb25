import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { madeAac, madeInit, madeM4s, madeTs } from '#libs/testkit';
import { inspectSegment } from './inspect-segment.js';
import { readMp4Init } from './mp4-time.js';
import { TS_WRAP_MS } from '#libs/contracts';

describe('inspectSegment', () => {
  it.each([0, 1000, 95_443_717 - 1])('reads the first PTS of MPEG-TS at %d ms', async (ptsMs) => {
    expect(await inspectSegment(madeTs({ ptsMs }), null)).toMatchObject({
      container: 'ts',
      wrapMs: TS_WRAP_MS,
      firstPtsMs: expect.closeTo(ptsMs, 1),
    });
  });

  it('prefers video over sound that comes first, and takes sound where there is no video', async () => {
    const sound = madeTs({ ptsMs: 5000 }, 0xc0);
    expect((await inspectSegment(Buffer.concat([sound, madeTs({ ptsMs: 5900 })]), null))?.firstPtsMs).toBeCloseTo(5900);
    expect((await inspectSegment(sound, null))?.firstPtsMs).toBeCloseTo(5000);
  });

  it('reads tfdt by the timescale of the init section, of the video track', async () => {
    const tracks = [
      { id: 2, timescale: 48_000, kind: 'soun' },
      { id: 1, timescale: 90_000, kind: 'vide' },
    ] as const;
    const init = await readMp4Init(madeInit(0, tracks));
    expect(init).toEqual({
      timescales: new Map([
        [2, 48_000],
        [1, 90_000],
      ]),
      videoTrack: 1,
      kinds: new Map([
        [2, 'audio'],
        [1, 'video'],
      ]),
    });
    expect(await inspectSegment(madeM4s({ ptsMs: 123_456 }, tracks), init)).toEqual({
      container: 'fmp4',
      firstPtsMs: 123_456,
      wrapMs: null,
      tracks: [
        { id: 2, kind: 'audio', spans: [{ fromMs: 0, toMs: null }] },
        { id: 1, kind: 'video', spans: [{ fromMs: 0, toMs: null }] },
      ],
    });
    expect((await inspectSegment(madeM4s({ ptsMs: 4000 }, [tracks[0]]), init))?.firstPtsMs).toBe(4000);
  });

  it('says that the time is not known where there is no init section', async () => {
    expect(await inspectSegment(madeM4s({ ptsMs: 1 }), null)).toMatchObject({ container: 'fmp4', firstPtsMs: null });
  });

  it('reads the time stamp of packed audio, and does without one', async () => {
    expect(await inspectSegment(madeAac({ ptsMs: 64_000 }), null)).toMatchObject({
      container: 'aac',
      firstPtsMs: 64_000,
    });
    expect(await inspectSegment(Buffer.from([0xff, 0xf1, 0, 0]), null)).toMatchObject({
      container: 'aac',
      firstPtsMs: null,
    });
  });

  it.each(['<html>busy</html>', '', 'WEBVTT\n', '{"error":1}'])('takes %j for no media', async (text) => {
    expect(await inspectSegment(Buffer.from(text), null)).toBeNull();
  });

  it('never throws, whatever a body is cut to or changed into', async () => {
    const bodies = [madeTs({ ptsMs: 1 }), madeM4s({ ptsMs: 1 }), madeAac({ ptsMs: 1 }), madeInit()];
    const init = await readMp4Init(madeInit());
    await fc.assert(
      fc.asyncProperty(
        fc.record({ body: fc.constantFrom(...bodies), cut: fc.nat(2000), at: fc.nat(2000), value: fc.nat(255) }),
        async ({ body, cut, at, value }) => {
          const broken = Buffer.from(body.subarray(0, cut));
          if (at < broken.length) broken[at] = value;
          await inspectSegment(broken, await readMp4Init(broken));
          await inspectSegment(broken, init);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['fragments', madeM4s({ ptsMs: 1 }), 2000],
    ['boxes', Buffer.from('\0\0\0\x08free', 'latin1'), 2000],
    ['packets', madeTs({ ptsMs: 1 }), 6000],
    ['frames', Buffer.from([0xff, 0xf1, 0x50, 0x80, 0, 0xff, 0xfc]), 30_000],
  ])('lets other work run while it reads a body of many %s', async (_, piece, count) => {
    const init = await readMp4Init(madeInit());
    const body = Buffer.alloc(piece.length * count, piece);
    // After this, other work is due.
    const until = performance.now() + 10;
    while (performance.now() < until);
    let turns = 0;
    const onTurn = (): void => {
      turns += 1;
      next = setImmediate(onTurn);
    };
    let next = setImmediate(onTurn);
    expect(await inspectSegment(body, init)).not.toBeNull();
    clearImmediate(next);
    expect(turns).toBeGreaterThan(0);
  });
});
