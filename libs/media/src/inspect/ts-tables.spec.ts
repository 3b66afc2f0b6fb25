import { describe, expect, it } from '@jest/globals';
import { madeTables, madeTs } from '#libs/testkit';
import { announcedTracks, hasOnlyTables, startsPes } from './ts-tables.js';
import { isPicture, isSound } from './ts-packet.js';

const NULL_PACKET = Buffer.concat([Buffer.from([0x47, 0x1f, 0xff, 0x10]), Buffer.alloc(184, 0xff)]);

describe('a segment of tables only', () => {
  it('sources-20 is one with PAT and PMT, whatever the PMT announces, and stuffing', () => {
    expect(hasOnlyTables(madeTables())).toBe(true);
    expect(hasOnlyTables(Buffer.concat([madeTables([[0x100, 0x1b]]), NULL_PACKET]))).toBe(true);
  });

  it('sources-20 is not one with a single packet of media, or without TS', () => {
    const media = madeTs({ ptsMs: 0, sizeBytes: 188 });
    expect(hasOnlyTables(Buffer.concat([madeTables(), media]))).toBe(false);
    expect(hasOnlyTables(Buffer.from('<html>'))).toBe(false);
  });
});

it('reads the tracks that the PMT announces, and which of them start', () => {
  const tables = madeTables([
    [0x100, 0x1b],
    [0x101, 0x0f],
  ]);
  expect(announcedTracks(tables)).toBe('256:27 257:15');
  expect(announcedTracks(madeTs({ ptsMs: 0 }))).toBeNull();
  const body = Buffer.concat([tables, madeTs({ ptsMs: 0 })]);
  expect([startsPes(body, isPicture), startsPes(body, isSound)]).toEqual([true, false]);
});
