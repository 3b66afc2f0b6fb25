import { parseSegmentName, segmentName, type SegmentInfo } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { doubledMs } from './doubled-media.js';
import { type PartInfo, readPart } from './part-info.js';

const [A, B, C] = ['01JD0000000000000000000000', '01JD0000000000000000000001', '01JD0000000000000000000002'] as const;
const T0 = 1_700_000_000_000;

/** Two-second segments whose source position is their sequence number. */
function part(partId: string, seqs: readonly number[], ended = false): PartInfo {
  const listed = seqs
    .map((seq): SegmentInfo => ({
      epoch: 0,
      seq,
      ptsMs: seq * 2000,
      durMs: 2000,
      bytes: 1000,
      pdtMs: T0 + seq * 2000,
      crc: seq.toString(16).padStart(8, '0'),
      ext: 'ts',
    }))
    .map((f) => ({ name: segmentName(f), bytes: f.bytes, modifiedAt: T0 }));
  const first = parseSegmentName(listed[0]?.name ?? '')?.ptsMs ?? 0;
  return readPart(
    partId,
    [
      { t: 'epoch', epoch: 0, cause: 'start', startAt: T0 + first, firstPtsMs: first, initCrc: null, container: 'ts' },
      ...(ended ? [{ t: 'end', cause: 'lost', at: T0, segments: seqs.length, bytes: 1000, reason: '' } as const] : []),
    ],
    listed,
  );
}

it('is empty for one part and for consecutive parts', () => {
  expect([...doubledMs([part(A, [1, 2]), part(B, [3, 4])])]).toEqual([
    [A, 0],
    [B, 0],
  ]);
});

it('is the overlap of a later part, after it has passed the earlier one', () => {
  expect([...doubledMs([part(A, [1, 2, 3]), part(B, [2, 3, 4])])]).toEqual([
    [A, 0],
    [B, 4000],
  ]);
});

it('is null for the newest part while its newest segment is one of an earlier part', () => {
  expect(doubledMs([part(A, [1, 2, 3]), part(B, [1, 2])]).get(B)).toBeNull();
  expect(doubledMs([part(A, [1, 2, 3]), part(B, [1, 2], true)]).get(B)).toBe(4000);
  expect([...doubledMs([part(A, [1, 2, 3]), part(B, [1, 2]), part(C, [2, 3, 4])])]).toEqual([
    [A, 0],
    [B, 4000],
    [C, 4000],
  ]);
});
