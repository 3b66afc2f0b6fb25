import { describe, expect, it } from '@jest/globals';
import { bitrate, bytes, clock, compact, hueOf, longClock, seconds } from './format.js';

describe('clock', () => {
  it('leaves the hour out below one hour', () => {
    expect([clock(0), clock(65_000), clock(3_600_000), clock(11_564_000)]).toEqual([
      '0:00',
      '1:05',
      '1:00:00',
      '3:12:44',
    ]);
  });
  it('keeps the hour where lengths stand in a column', () => {
    expect([longClock(65_000), longClock(3_725_000)]).toEqual(['0:01:05', '1:02:05']);
  });
  it('never shows a negative time', () => {
    expect(clock(-5000)).toBe('0:00');
  });
});

describe('bytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [4_100_000_000, '4.1 GB'],
    [812e9, '812 GB'],
    [11.2e12, '11.2 TB'],
  ])('says %d as %s', (n, text) => {
    expect(bytes(n, 'en')).toBe(text);
  });
  it("uses the reader's decimal sign", () => {
    expect(bytes(4_100_000_000, 'de')).toBe('4,1 GB');
  });
});

it('says a rate in bits', () => {
  expect([bitrate(6_240_000, 'en'), bitrate(640_000, 'en')]).toEqual(['6.2 Mb/s', '640 kb/s']);
});
it('says short gaps with a fraction and long ones as a clock', () => {
  expect([seconds(0, 'en'), seconds(400, 'en'), seconds(6000, 'en'), seconds(125_000, 'en')]).toEqual([
    '0 s',
    '0.4 s',
    '6 s',
    '2:05',
  ]);
});
it('gives a name one hue between 0 and 359', () => {
  expect(hueOf('hana_codes')).toBe(hueOf('hana_codes'));
  for (const name of ['', 'a', '한국어', '👾']) expect(hueOf(name)).toBeGreaterThanOrEqual(0);
  expect(hueOf('northwind')).toBeLessThan(360);
});
it('shortens counts for narrow places', () => {
  expect([compact(0, 'en'), compact(999, 'en'), compact(12_345, 'en')]).toEqual(['0', '999', '12.3K']);
});
