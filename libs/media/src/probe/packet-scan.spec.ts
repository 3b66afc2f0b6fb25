import { expect, it } from '@jest/globals';
import { PacketCounter } from './packet-scan.js';

it('finds start, end, keyframes and steps of reordered frames', () => {
  const counter = new PacketCounter();
  for (const line of [
    'packet|pts=3000|dts=0|duration=3000|flags=K_',
    'packet|pts=9000|dts=3000|duration=3000|flags=__',
    'packet|pts=6000|dts=6000|duration=3000|flags=__',
    'packet|pts=12000|dts=9003|duration=3000|flags=K_',
    'stream|time_base=1/90000',
  ])
    counter.add(line);
  expect(counter.result()).toEqual({
    ticksPerSecond: 90_000,
    packets: 4,
    firstTicks: 3000,
    lastTicks: 12_000,
    endTicks: 15_000,
    keyframes: [3000, 12_000],
    minStep: 3000,
    maxStep: 3003,
  });
});

it('accepts a packet without a duration, and skips one without a time', () => {
  const counter = new PacketCounter();
  for (const line of [
    '',
    'packet|pts=N/A|dts=N/A|duration=N/A|flags=__',
    'packet|pts=10|dts=N/A|duration=N/A|flags=K_',
  ])
    counter.add(line);
  expect(counter.result()).toMatchObject({ packets: 1, firstTicks: 10, endTicks: 10, keyframes: [10] });
});

it('returns null for a track without packets', () => {
  expect(new PacketCounter().result()).toBeNull();
});
