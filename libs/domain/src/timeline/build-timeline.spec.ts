import {
  decodeJournal,
  encodeJournal,
  type JournalRecord,
  parseSegmentName,
  type SegmentInfo,
  segmentName,
} from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { adMs, buildTimeline, mediaMs, missingMs } from './build-timeline.js';
import { mediaEndOf, type PartInfo, readPart } from './part-info.js';

const A = '01JD0000000000000000000000';
const B = '01JD0000000000000000000001';
const T0 = 1_700_000_000_000;

interface Plan {
  readonly part: string;
  readonly seqs: readonly number[];
  readonly epoch?: number;
  readonly startAt?: number;
  readonly pdt?: boolean;
  readonly records?: readonly JournalRecord[];
}

/** Two-second segments whose source position is their sequence number. */
function info({ seq, epoch = 0, pdt = true }: { seq: number; epoch?: number; pdt?: boolean }): SegmentInfo {
  return {
    epoch,
    seq,
    ptsMs: seq * 2000,
    durMs: 2000,
    bytes: 1000 + seq,
    pdtMs: pdt ? T0 + seq * 2000 : null,
    crc: seq.toString(16).padStart(8, '0'),
    ext: 'ts',
  };
}
function part({ part: partId, seqs, epoch = 0, pdt = true, records = [], startAt }: Plan): PartInfo {
  const listed = seqs
    .map((seq) => info({ seq, epoch, pdt }))
    .map((f) => ({ name: segmentName(f), bytes: f.bytes, modifiedAt: T0 + f.seq * 2000 + 2000 }));
  const start = seqs[0] ?? 0;
  const known: JournalRecord = {
    t: 'epoch',
    epoch,
    cause: 'start',
    startAt: startAt ?? T0 + start * 2000,
    firstPtsMs: start * 2000,
    initCrc: null,
    container: 'ts',
  };
  return readPart(partId, [known, ...records], listed);
}
const seqsOf = (parts: readonly PartInfo[]): number[] =>
  buildTimeline(parts)
    .runs.flatMap((r) => r.segments)
    .map((n) => parseSegmentName(n)?.seq ?? -1);

it('makes one run without a gap if nothing is missing', () => {
  const t = buildTimeline([part({ part: A, seqs: [1, 2, 3] })]);
  expect(t.runs.map((r) => [r.startAt - T0, r.firstPtsMs, r.durMs, r.segments.length])).toEqual([
    [2000, 2000, 6000, 3],
  ]);
  expect(t.gaps).toEqual([]);
});

it('takes each source second once if a second recorder started with the oldest segment of the window', () => {
  expect(seqsOf([part({ part: A, seqs: [1, 2, 3, 4] }), part({ part: B, seqs: [2, 3, 4, 5, 6] })])).toEqual([
    1, 2, 3, 4, 5, 6,
  ]);
});

it('recognises duplicates by their bytes if the source has no programme date-time', () => {
  expect(
    seqsOf([part({ part: A, seqs: [1, 2, 3, 4], pdt: false }), part({ part: B, seqs: [2, 3, 4, 5, 6], pdt: false })]),
  ).toEqual([1, 2, 3, 4, 5, 6]);
});

it('fills the gap of an earlier part with segments of a later part', () => {
  expect(seqsOf([part({ part: A, seqs: [1, 2, 5, 6] }), part({ part: B, seqs: [3, 4, 5, 6, 7] })])).toEqual([
    1, 2, 3, 4, 5, 6, 7,
  ]);
});

it.each([6000, 9000])('gives a missing segment the cause recorded at %i ms, and counts it as missing', (at) => {
  const gap: JournalRecord = {
    t: 'gap',
    epoch: 0,
    fromSeq: 3,
    toSeq: 3,
    at: T0 + at,
    durMs: 2000,
    cause: 'left-window',
  };
  const t = buildTimeline([part({ part: A, seqs: [1, 2, 4], records: [gap] })]);
  expect(t.gaps).toEqual([{ at: T0 + 6000, durMs: 2000, cause: 'left-window' }]);
  expect([t.runs.length, mediaMs(t), missingMs(t)]).toEqual([2, 6000, 2000]);
});

it('counts a missing number as missing, although the record of its gap is lost with its recorder', () => {
  const t = buildTimeline([part({ part: A, seqs: [1, 2, 4] })]);
  expect(t.gaps).toEqual([{ at: T0 + 6000, durMs: 2000, cause: 'recorder-lost' }]);
  expect(missingMs(t)).toBe(2000);
});

const lost = (seq: number, durMs: number): JournalRecord => ({
  ...{ t: 'gap', epoch: 0, fromSeq: seq, toSeq: seq, at: T0 + seq * 2000 + 2000 - durMs, durMs },
  cause: 'truncated',
});

it.each([
  ['a segment that is missing', lost(4, 2000), 2000],
  ['the missing end of a segment', lost(3, 300), 300],
])('integrity-2 has a gap after the last run: %s', (_name, record, durMs) => {
  const t = buildTimeline([part({ part: A, seqs: [1, 2, 3], records: [record] })]);
  expect(t.gaps).toEqual([{ at: T0 + 8000, durMs, cause: 'truncated' }]);
  expect(missingMs(t)).toBe(durMs);
});

it.each([
  { end: 'stale', toSeq: 5, cause: 'source-silent', missing: 0 },
  { end: 'stale', toSeq: 6, cause: 'not-found', missing: 6000 },
  { end: 'endlist', toSeq: 5, cause: 'not-found', missing: 4000 },
] as const)('sources-19 after $end, not found up to segment $toSeq is $cause', ({ end, toSeq, cause, missing }) => {
  const durMs = (toSeq - 3) * 2000;
  const records: JournalRecord[] = [
    { t: 'gap', epoch: 0, fromSeq: 4, toSeq, at: T0 + 8000, durMs, cause: 'not-found' },
    { t: 'end', cause: end, at: T0 + 9000, segments: 3, bytes: 3003, reason: '' },
  ];
  const t = buildTimeline([part({ part: A, seqs: [1, 2, 3], records })]);
  expect(t.gaps).toEqual([{ at: T0 + 8000, durMs, cause }]);
  expect(missingMs(t)).toBe(missing);
});

it('integrity-2 uses a segment of another part instead of one that lacks its end', () => {
  const t = buildTimeline([
    part({ part: A, seqs: [1, 2, 3], records: [lost(2, 300)] }),
    part({ part: B, seqs: [2, 3, 4] }),
  ]);
  expect(t.runs.map((r) => [r.partId, r.segments.length])).toEqual([
    [A, 1],
    [B, 1],
    [A, 1],
    [B, 1],
  ]);
  expect(t.gaps).toEqual([]);
});

it('gives a gap after a dead recorder the cause recorder-lost', () => {
  expect(buildTimeline([part({ part: A, seqs: [1, 2] }), part({ part: B, seqs: [5] })]).gaps[0]?.cause).toBe(
    'recorder-lost',
  );
});

it.each(['endlist', 'stale'] as const)('gives an unexplained gap after %s the cause source-silent', (cause) => {
  const end: JournalRecord = { t: 'end', cause, at: T0 + 6000, segments: 2, bytes: 2003, reason: '' };
  const restarted = part({ part: B, seqs: [0], pdt: false, startAt: T0 + 10_000 });
  const dropped = buildTimeline([part({ part: A, seqs: [1, 2], records: [end] }), restarted]);
  expect(dropped.gaps).toEqual([{ at: T0 + 6000, durMs: 4000, cause: 'source-silent' }]);
  expect(missingMs(dropped)).toBe(0);
});

it('sources-22 counts the time in which the source could not be read as missing', () => {
  const end: JournalRecord = { t: 'end', cause: 'unreadable', at: T0 + 9000, segments: 2, bytes: 2003, reason: '' };
  const away = buildTimeline([part({ part: A, seqs: [1, 2], records: [end] }), part({ part: B, seqs: [5] })]);
  expect(away.gaps).toEqual([{ at: T0 + 6000, durMs: 4000, cause: 'source-unreachable' }]);
  expect(missingMs(away)).toBe(4000);
});

it('sources-22 names the outage as the cause of what left the window during it', () => {
  const end: JournalRecord = { t: 'end', cause: 'unreadable', at: T0 + 9000, segments: 2, bytes: 2003, reason: '' };
  const missed: JournalRecord = {
    t: 'gap',
    epoch: 0,
    fromSeq: 3,
    toSeq: 4,
    durMs: 4000,
    at: T0 + 6000,
    cause: 'left-window',
  };
  const gapsOf = (records: JournalRecord[]): unknown =>
    buildTimeline([part({ part: A, seqs: [1, 2], records }), part({ part: B, seqs: [5], records: [missed] })]).gaps;
  expect(gapsOf([end])).toEqual([{ at: T0 + 6000, durMs: 4000, cause: 'source-unreachable' }]);
  expect(gapsOf([{ ...end, cause: 'drained' }])).toEqual([{ at: T0 + 6000, durMs: 4000, cause: 'left-window' }]);
});

it('computes the end of a part from the clock of its newest epoch', () => {
  expect(mediaEndOf(part({ part: A, seqs: [1, 2, 3] }))).toBe(T0 + 8000);
  expect(mediaEndOf(part({ part: A, seqs: [4, 5], startAt: T0 + 60_000 }))).toBe(T0 + 64_000);
  expect(mediaEndOf(part({ part: A, seqs: [] }))).toBeNull();
});

it('skips a truncated object', () => {
  const f = info({ seq: 1 });
  expect(readPart(A, [], [{ name: segmentName(f), bytes: f.bytes - 1, modifiedAt: T0 }]).segments).toEqual([]);
});

it('rebuilds an epoch without a journal page from its first segment', () => {
  const f = info({ seq: 7 });
  const noPdt = info({ seq: 7, pdt: false });
  expect(readPart(A, [], [{ name: segmentName(f), bytes: f.bytes, modifiedAt: T0 }]).epochs.get(0)?.startAt).toBe(
    T0 + 14_000,
  );
  expect(
    readPart(A, [], [{ name: segmentName(noPdt), bytes: noPdt.bytes, modifiedAt: T0 + 99_000 }]).epochs.get(0)?.startAt,
  ).toBe(T0 + 97_000);
});

it('makes no gap if equal segments prove that the clocks of two recorders differ by seconds', () => {
  const t = buildTimeline([
    part({ part: A, seqs: [1, 2, 3, 4], pdt: false }),
    part({ part: B, seqs: [3, 4, 5, 6], pdt: false, startAt: T0 + 6000 + 4200 }),
  ]);
  expect(t.gaps).toEqual([]);
  expect(t.runs.map((r) => r.startAt - T0)).toEqual([2000, 10_000]);
});

it('takes the cause of a gap before a later part from the record of that part', () => {
  const end: JournalRecord = { t: 'end', cause: 'stale', at: T0 + 6000, segments: 2, bytes: 2003, reason: '' };
  const gap: JournalRecord = {
    t: 'gap',
    epoch: 0,
    fromSeq: 3,
    toSeq: 4,
    at: T0 + 6000,
    durMs: 4000,
    cause: 'left-window',
  };
  const t = buildTimeline([
    part({ part: A, seqs: [1, 2], records: [end] }),
    part({ part: B, seqs: [5], records: [gap] }),
  ]);
  expect([t.gaps.map((g) => g.cause), missingMs(t)]).toEqual([['left-window'], 4000]);
});

const ad = (at: number, durMs: number, roll: 'preroll' | 'midroll' = 'midroll'): JournalRecord => ({
  t: 'ad',
  epoch: 0,
  at: T0 + at,
  durMs,
  roll,
  id: 'x',
});
const gapAt = (at: number, durMs: number): JournalRecord => ({
  t: 'gap',
  epoch: 0,
  fromSeq: 0,
  toSeq: 0,
  at: T0 + at,
  durMs,
  cause: 'left-window',
});

it('P22 gives the gap of a midroll the cause ad, counts nothing as missing, and starts the next run by its clock', () => {
  const t = buildTimeline([part({ part: A, seqs: [1, 2, 48, 49], records: [ad(6000, 90_000)] })]);
  expect(t.gaps).toEqual([{ at: T0 + 6000, durMs: 90_000, cause: 'ad' }]);
  expect([
    t.runs.map((r) => [r.startAt - T0, r.siteAt === null ? null : r.siteAt - T0]),
    missingMs(t),
    adMs(t),
    mediaMs(t),
  ]).toEqual([
    [
      [2000, 2000],
      [96_000, 96_000],
    ],
    0,
    90_000,
    8000,
  ]);
});

it('P20 marks the start of a recording that began with a preroll', () => {
  const t = buildTimeline([part({ part: A, seqs: [16, 17], records: [ad(2000, 30_000, 'preroll')] })]);
  expect(t.gaps).toEqual([{ at: T0 + 2000, durMs: 30_000, cause: 'ad' }]);
  expect([missingMs(t), adMs(t)]).toEqual([0, 30_000]);
});

it('distinguishes lost media next to ads from the ads', () => {
  const t = buildTimeline([part({ part: A, seqs: [1, 2, 10], records: [gapAt(6000, 4000), ad(10_000, 10_000)] })]);
  expect(t.gaps).toEqual([
    { at: T0 + 6000, durMs: 4000, cause: 'left-window' },
    { at: T0 + 10_000, durMs: 10_000, cause: 'ad' },
  ]);
  expect([missingMs(t), adMs(t)]).toEqual([4000, 10_000]);
});

it('distinguishes the loss of a recorder from the preroll of its successor', () => {
  const t = buildTimeline([
    part({ part: A, seqs: [1, 2] }),
    part({ part: B, seqs: [20, 21], records: [ad(10_000, 30_000, 'preroll')] }),
  ]);
  expect(t.gaps).toEqual([
    { at: T0 + 6000, durMs: 4000, cause: 'recorder-lost' },
    { at: T0 + 10_000, durMs: 30_000, cause: 'ad' },
  ]);
});

it('adds the remainder of a rounded break to the ads', () => {
  expect(buildTimeline([part({ part: A, seqs: [1, 2, 18], records: [ad(6030, 29_700)] })]).gaps).toEqual([
    { at: T0 + 6000, durMs: 30_000, cause: 'ad' },
  ]);
});

it('merges adjacent breaks', () => {
  expect(
    buildTimeline([part({ part: A, seqs: [1, 2, 33], records: [ad(6000, 30_000), ad(36_000, 30_000)] })]).gaps,
  ).toEqual([{ at: T0 + 6000, durMs: 60_000, cause: 'ad' }]);
});

it('shows no ads if another recorder recorded the broadcast during them', () => {
  const t = buildTimeline([
    part({ part: A, seqs: [1, 2, 8], records: [ad(6000, 10_000)] }),
    part({ part: B, seqs: [3, 4, 5, 6, 7] }),
  ]);
  expect([
    t.gaps,
    adMs(t),
    seqsOf([part({ part: A, seqs: [1, 2, 8] }), part({ part: B, seqs: [3, 4, 5, 6, 7] })]),
  ]).toEqual([[], 0, [1, 2, 3, 4, 5, 6, 7, 8]]);
});

/** One epoch for each segment of 2 s, as for a source with a discontinuity before each. */
function epochEach(values: readonly (Partial<SegmentInfo> & { readonly initCrc?: string })[]): PartInfo {
  const infos = values.map(({ initCrc: _, ...over }, seq) => ({ ...info({ seq, epoch: seq, pdt: false }), ...over }));
  const epochs = infos.map((f, n): JournalRecord => ({
    t: 'epoch',
    epoch: f.epoch,
    cause: 'discontinuity',
    startAt: T0 + n * 2000,
    firstPtsMs: f.ptsMs,
    initCrc: values[n]?.initCrc ?? null,
    container: 'ts',
  }));
  return readPart(
    A,
    epochs,
    infos.map((f) => ({ name: segmentName(f), bytes: f.bytes, modifiedAt: T0 })),
  );
}
const runLengths = (part: PartInfo): number[] => buildTimeline([part]).runs.map((r) => r.durMs);

it('sources-14 joins epochs whose clock continues', () => {
  const part = epochEach([{}, { ptsMs: 2040 }, {}, { ptsMs: 6000 }]);
  expect(runLengths(part)).toEqual([8000]);
  expect(buildTimeline([part]).gaps).toEqual([]);
  expect(runLengths(epochEach([{ pdtMs: T0 }, { pdtMs: T0 + 2400 }]))).toEqual([4000]);
});

it('sources-14 converts two hours with an epoch for each segment as the one run that they are', () => {
  const seqs = Array.from({ length: 3600 }, (_, seq) => seq);
  const runsOf = (of: PartInfo) =>
    buildTimeline([of]).runs.map(({ segments, ...run }) => ({
      ...run,
      seqs: segments.map((name) => parseSegmentName(name)?.seq),
    }));
  const each = runsOf(epochEach(seqs.map(() => ({}))));
  expect(each).toEqual(runsOf(part({ part: A, seqs, pdt: false })));
  expect(each).toMatchObject([{ durMs: 7_200_000, seqs }]);
});

it.each([
  ['the clock restarts', [{}, { ptsMs: 0 }]],
  ['the clock jumps', [{}, { ptsMs: 2500 }]],
  ['the init section changes', [{ initCrc: 'a' }, { initCrc: 'b' }]],
  ['the source dates show a pause', [{ pdtMs: T0 }, { pdtMs: T0 + 9000 }]],
  ['a segment is missing between them', [{}, { seq: 2 }]],
])('sources-14 does not join epochs if %s', (_name, values) => {
  expect(runLengths(epochEach(values))).toEqual([2000, 2000]);
});

/** Two segments, and two more after a pause of the source on the wall clock. */
function paused(pauseMs: number, afterPtsMs: number, container: 'ts' | 'fmp4' = 'ts'): PartInfo {
  const starts = [10_000, 12_000, afterPtsMs, afterPtsMs + 2000];
  const infos = starts.map((ptsMs, seq) => ({
    ...info({ seq, epoch: seq >> 1, pdt: false }),
    ptsMs,
    ext: container === 'ts' ? ('ts' as const) : ('m4s' as const),
  }));
  const epochs = [0, 1].map((epoch): JournalRecord => ({
    t: 'epoch',
    epoch,
    cause: epoch === 0 ? 'start' : 'timestamp-jump',
    startAt: T0 + epoch * (4000 + pauseMs),
    firstPtsMs: starts[epoch * 2] ?? 0,
    initCrc: null,
    container,
  }));
  const listed = infos.map((f) => ({ name: segmentName(f), bytes: f.bytes, modifiedAt: T0 }));
  return readPart(A, epochs, listed);
}

it.each([
  ['advances by as much', 24_000],
  ['advances by a little less, because the segment arrived late', 23_000],
])('sources-27 counts silence of the source as missing if its clock %s', (_name, afterPtsMs) => {
  const t = buildTimeline([paused(10_000, afterPtsMs)]);
  expect(t.gaps).toEqual([{ at: T0 + 4000, durMs: 10_000, cause: 'source-silent', lostMs: afterPtsMs - 14_000 }]);
  expect(missingMs(t)).toBe(afterPtsMs - 14_000);
});

it('sources-27 counts silence of the source as missing across the wrap of the TS clock', () => {
  const wrapMs = 2 ** 33 / 90;
  expect(missingMs(buildTimeline([paused(10_000, Math.round(24_000 + wrapMs))]))).toBe(10_000);
  expect(missingMs(buildTimeline([paused(10_000, Math.round(24_000 + wrapMs), 'fmp4')]))).toBe(0);
});

it.each([
  ['restarts', 0],
  ['stops', 14_200],
  ['jumps far', 900_000],
])('sources-27 counts nothing as missing in a pause after which the clock %s', (_name, afterPtsMs) => {
  const t = buildTimeline([paused(10_000, afterPtsMs)]);
  expect(t.gaps).toEqual([{ at: T0 + 4000, durMs: 10_000, cause: 'source-silent' }]);
  expect(missingMs(t)).toBe(0);
});

const ignored: JournalRecord = { t: 'notice', code: 'dates-ignored', at: T0, count: 2 };

it('sources-9 a take-over compares bytes if dates change: no second is lost or doubled', () => {
  const frozen = (of: PartInfo): PartInfo => ({
    ...of,
    segments: of.segments.map((s) => ({ ...s, pdtMs: T0 + 8000 })),
  });
  const [first, second] = [part({ part: A, seqs: [1, 2, 3, 4] }), part({ part: B, seqs: [3, 4, 5, 6] })];
  expect(seqsOf([part({ part: A, seqs: [1, 2, 3, 4], records: [ignored] }), frozen(second)])).toEqual([
    1, 2, 3, 4, 5, 6,
  ]);
  const stepped = { ...second, segments: second.segments.map((s) => ({ ...s, pdtMs: (s.pdtMs ?? 0) + 2500 })) };
  expect(seqsOf([first, stepped])).toEqual([1, 2, 3, 4, 5, 6]);
});

it('sources-9 keeps equal bytes with a date one minute later', () => {
  const second = part({ part: B, seqs: [1, 2], startAt: T0 + 62_000 });
  const later = { ...second, segments: second.segments.map((s) => ({ ...s, pdtMs: (s.pdtMs ?? 0) + 60_000 })) };
  expect(seqsOf([part({ part: A, seqs: [1, 2] }), later])).toEqual([1, 2, 1, 2]);
});

it('sources-12 recognises equal media even if two recorders chose different durations', () => {
  const second = part({ part: B, seqs: [2, 3], pdt: false });
  const longer = { ...second, segments: second.segments.map((s) => ({ ...s, durMs: 2040 })) };
  expect(seqsOf([part({ part: A, seqs: [1, 2], pdt: false }), longer])).toEqual([1, 2, 3]);
});

it('counts the notices of a recorder, and skips records of an unknown kind', () => {
  const again: JournalRecord = { t: 'notice', code: 'dates-ignored', at: T0, count: 7 };
  expect(part({ part: A, seqs: [1], records: [ignored, again] })).toMatchObject({
    notices: [{ code: 'dates-ignored', count: 7 }],
    segments: [{ pdtMs: null }],
  });
  const text = `${encodeJournal([ignored])}{"t":"later","at":1}\n`;
  expect(decodeJournal(text)).toEqual({ records: [ignored], bad: 1 });
});
