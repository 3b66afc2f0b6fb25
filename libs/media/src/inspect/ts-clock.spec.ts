import { describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { TS_WRAP_MS, TS_WRAP_TICKS } from '#libs/contracts';
import { madeTs } from '#libs/testkit';
import { changePackets, shiftClock, startsAtWrap } from './ts-clock.js';
import { PACKET } from './ts-packet.js';
import { timeStampAt } from './ts-time.js';

const AUDIO = 0xc0;
/** Offset of the PES packet of {@link madeTs}. */
const PES = PACKET + 4;
const HOUR = 3600 * 90_000;

async function shifted(body: Buffer, ticks: number): Promise<Buffer> {
  const chunks = [body.subarray(0, 100), body.subarray(100, PES + 11), body.subarray(PES + 11)];
  return Buffer.concat(await Readable.from(changePackets(Readable.from(chunks), shiftClock(ticks))).toArray());
}

describe('shiftClock', () => {
  it('moves the PTS of all tracks over the wrap, whatever the borders of the chunks', async () => {
    const video = madeTs({ ptsMs: 0 });
    const audio = madeTs({ ptsMs: TS_WRAP_MS - 20 }, AUDIO);
    const moved = await shifted(Buffer.concat([video, audio]), HOUR);
    expect(timeStampAt(moved, PES + 9)).toBe(HOUR);
    expect(timeStampAt(moved, video.length + PES + 9)).toBe(HOUR - 1800);
  });

  it('moves the DTS, and changes nothing else', async () => {
    const body = madeTs({ ptsMs: 0 });
    body.set([0xc0, 10, 0x31, 0, 1, 0x17, 0x71, 0x1f, 0xff, 0xff, 0xff, 0xff], PES + 7);
    const moved = await shifted(body, HOUR);
    expect([timeStampAt(moved, PES + 9), timeStampAt(moved, PES + 14)]).toEqual([HOUR + 3000, HOUR - 1]);
    expect(await shifted(moved, TS_WRAP_TICKS - HOUR)).toEqual(body);
  });

  it('passes on what is no whole packet', async () => {
    const body = Buffer.concat([madeTs({ ptsMs: 0 }), Buffer.from('end')]);
    expect((await shifted(body, HOUR)).subarray(-3).toString()).toBe('end');
  });
});

it.each([
  [0, true],
  [900, true],
  [TS_WRAP_MS - 900, true],
  [1400, false],
  [TS_WRAP_MS / 2, false],
])('knows whether tracks that start at %d ms may be on both sides of the wrap: %s', (ptsMs, is) => {
  expect(startsAtWrap(madeTs({ ptsMs }, AUDIO))).toBe(is);
});
