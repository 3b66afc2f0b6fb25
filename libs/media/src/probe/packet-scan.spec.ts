import { expect, it } from '@jest/globals';
import { PacketCounter } from './packet-scan.js';

it('finds start, end, keyframes and steps of reordered frames', () => {
  const counter = new PacketCounter();
  for (const line of [
    'packet|pts=3000|dts=0|dts_time=0.000000|duration=3000|flags=K_',
    'packet|pts=9000|dts=3000|dts_time=0.033333|duration=3000|flags=__',
    'packet|pts=6000|dts=6000|dts_time=0.066667|duration=3000|flags=__',
    'packet|pts=12000|dts=9003|dts_time=0.100033|duration=3000|flags=K_',
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
    pausesMs: [],
  });
});

it('integrity-1 finds the pauses of a track, and knows them from a change of the rate', () => {
  const counter = new PacketCounter();
  for (const seconds of [0, 0.04, 0.08, 4.08, 4.12, 4.62, 5.12, 7.12])
    counter.add(`packet|pts=${seconds * 1000}|dts=${seconds * 1000}|dts_time=${seconds}|duration=40|flags=__`);
  counter.add('stream|time_base=1/1000');
  expect(counter.result()?.pausesMs.map(Math.round)).toEqual([4000 - 40, 2000 - 500]);
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
