import { expect, it } from '@jest/globals';
import { growth, LINEAR_GROWTH } from '../../../../tools/common/thread-cpu.js';
import { parameterSetHash } from './media-shape.js';

const dump = (hex: string): string =>
  `\n${(hex.match(/.{1,32}/g) ?? []).map((line, i) => `${(i * 16).toString(16).padStart(8, '0')}: ${(line.match(/.{1,4}/g) ?? []).join(' ')}  text`).join('\n')}\n`;
const SPS = '6764000cacd941';
const PPS = '68ebe3cb22c0';

it('is the same whatever the start codes, the order and what else stands between', () => {
  const hash = parameterSetHash('h264', dump(`00000001${SPS}00000001${PPS}`));
  expect(parameterSetHash('h264', dump(`000001${SPS}000001${PPS}`))).toBe(hash);
  expect(parameterSetHash('h264', dump(`00000001${PPS}000001060501020000000001${SPS}000001${PPS}`))).toBe(hash);
});

it('is another for other parameter sets', () => {
  const hash = parameterSetHash('h264', dump(`00000001${SPS}00000001${PPS}`));
  expect(parameterSetHash('h264', dump(`00000001${SPS}01000000016801`))).not.toBe(hash);
  expect(parameterSetHash('hevc', dump('00000001400100000001420100000001440100'))).not.toBe(
    parameterSetHash('hevc', dump('000000014001000000014202')),
  );
});

it('of a track with a megabyte of zeros is made in linear time', async () => {
  const hashOf = (zeros: number) => {
    const text = dump(`${'00'.repeat(zeros)}02`);
    return () => parameterSetHash('h264', text);
  };
  expect(await growth(hashOf, 250_000)).toBeLessThan(LINEAR_GROWTH);
});

it('takes the bytes as they are in the form of mp4', () => {
  expect(parameterSetHash('h264', dump('0164000cffe1'))).not.toBe(parameterSetHash('h264', dump('0164000cffe2')));
});
