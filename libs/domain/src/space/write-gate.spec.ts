import { describe, expect, it } from '@jest/globals';
import { expectedBytes, gateLimit, type GateState, missingBytes, nextGateState } from './write-gate.js';

const GB = 1_000_000_000;
const disk = (freeGb: number, isReadOnly = false) => ({
  freeBytes: freeGb * GB,
  totalBytes: 1000 * GB,
  isReadOnly,
});

describe('the limit of a write gate', () => {
  it('is 5 GB, or 10 minutes of the current captures if that is more', () => {
    expect(gateLimit({ setBytes: 0, totalBytes: 1000 * GB, captureBytesPerS: 0 })).toBe(5 * GB);
    expect(gateLimit({ setBytes: 0, totalBytes: 1000 * GB, captureBytesPerS: 60_000_000 })).toBe(36 * GB);
  });

  it('is what the operator set, and at most a quarter of a small disk otherwise', () => {
    expect(gateLimit({ setBytes: 70 * GB, totalBytes: 100 * GB, captureBytesPerS: 0 })).toBe(70 * GB);
    expect(gateLimit({ setBytes: 0, totalBytes: 8 * GB, captureBytesPerS: 0 })).toBe(2 * GB);
  });
});

describe('a write gate', () => {
  it.each<[string, GateState, number, GateState]>([
    ['is open with enough space', 'open', 10, 'open'],
    ['refuses new recordings below its limit', 'open', 9.9, 'low'],
    ['pauses running recordings below a fifth of it', 'low', 1.9, 'sealed'],
    ['pauses them at once if the disk fills at once', 'open', 0, 'sealed'],
    ['stays closed until there is a tenth more than the limit', 'low', 10.9, 'low'],
    ['keeps recordings paused until it opens', 'sealed', 10.9, 'sealed'],
    ['opens again with enough space', 'sealed', 11, 'open'],
    ['opens at its limit after a read-only disk', 'read-only', 10, 'open'],
  ])('%s', (...[, before, free, after]) => {
    expect(nextGateState(before, disk(free), 10 * GB)).toBe(after);
  });

  it('knows a read-only disk, however much is free', () => {
    expect(nextGateState('open', disk(500, true), 10 * GB)).toBe('read-only');
  });
});

describe('the expected size of a recording', () => {
  const past = [2, 3, 10].map((hours) => ({ mediaMs: hours * 3_600_000, bytes: hours * 3600 * 1_000_000 }));

  it('is bitrate x typical length, the median of the last recordings', () => {
    expect(expectedBytes(past, null)).toBe(3 * 3600 * 1_000_000);
    expect(expectedBytes(past.slice(0, 2), null)).toBe(2.5 * 3600 * 1_000_000);
  });

  it('uses the bitrate of the capture once it is known', () => {
    expect(expectedBytes(past, 4_000_000)).toBe(3 * 3600 * 500_000);
  });

  it('is 4 hours of 6 Mbit/s for a channel without recordings', () => {
    expect(expectedBytes([{ mediaMs: 0, bytes: 0 }], null)).toBe(4 * 3600 * 750_000);
  });
});

describe('the missing space', () => {
  const space = { freeBytes: 100 * GB, limitBytes: 10 * GB, leavingBytes: 0 };

  it('is what running recordings will still need above the limit', () => {
    expect(missingBytes(space, [{ bytes: 10 * GB, expectedBytes: 60 * GB }])).toBe(0);
    expect(
      missingBytes(space, [
        { bytes: 10 * GB, expectedBytes: 60 * GB },
        { bytes: 0, expectedBytes: 50 * GB },
      ]),
    ).toBe(11 * GB);
  });

  it('counts no recording that is longer than usual, and counts what is being deleted as free', () => {
    expect(missingBytes(space, [{ bytes: 90 * GB, expectedBytes: 50 * GB }])).toBe(0);
    expect(missingBytes({ ...space, freeBytes: 5 * GB, leavingBytes: 4 * GB }, [])).toBe(2 * GB);
  });
});
