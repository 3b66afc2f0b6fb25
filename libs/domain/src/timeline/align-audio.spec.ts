import {
  type RenditionTrack,
  type EpochRecord,
  type JournalRecord,
  segmentName,
  type SegmentInfo,
  type Timeline,
} from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { alignAudio, missingAudioMs } from './align-audio.js';
import { buildTimeline } from './build-timeline.js';
import { type PartInfo, readPart } from './part-info.js';

const [A, B] = ['01JD0000000000000000000000', '01JD0000000000000000000001'] as const;
const T0 = 1_700_000_000_000;
const WRAP_MS = 2 ** 33 / 90;
const EN: RenditionTrack = { id: 'a00000001', name: 'English', language: 'en', isDefault: true };
const DE: RenditionTrack = { id: 'a00000002', name: 'Deutsch', language: 'de', isDefault: false };

interface Plan {
  readonly part?: string;
  readonly seqs: readonly number[];
  readonly epochs?: readonly (Pick<EpochRecord, 'startAt' | 'firstPtsMs' | 'untimed'> & { readonly fromSeq: number })[];
  readonly audio?: boolean;
  readonly records?: readonly JournalRecord[];
}

/** Segments of 2 s. In an epoch, a segment starts 2 s after the one with the number before it. */
function part({ part: id = A, seqs, epochs = [], audio = false, records: more = [] }: Plan): PartInfo {
  const known = epochs.length > 0 ? epochs : [{ fromSeq: 0, startAt: T0, firstPtsMs: 10_000 }];
  const infos = seqs.map((seq): SegmentInfo => {
    const epoch = known.findLastIndex(({ fromSeq }) => seq >= fromSeq);
    const { fromSeq, firstPtsMs } = known[epoch]!;
    const crc = `${audio ? 'a' : 'b'}${String(seq).padStart(7, '0')}`;
    return {
      epoch,
      seq,
      ptsMs: firstPtsMs + (seq - fromSeq) * 2000,
      durMs: 2000,
      bytes: 1,
      pdtMs: null,
      crc,
      ext: audio ? 'aac' : 'ts',
    };
  });
  const records = known.map(
    ({ fromSeq: _, ...times }, epoch) =>
      ({
        ...times,
        t: 'epoch',
        epoch,
        cause: 'start',
        initCrc: null,
        container: audio ? 'aac' : 'ts',
      }) as const,
  );
  return readPart(
    id,
    [...records, ...more],
    infos.map((info) => ({ name: segmentName(info), bytes: 1, modifiedAt: T0 })),
  );
}

const seqsOf = (timeline: Timeline, track = 0): number[][] =>
  timeline.runs.map((run) =>
    (run.audio ?? [])
      .filter((audio) => audio.track === track)
      .flatMap(({ segments }) => segments.map(({ name }) => Number(name.split('-')[1]))),
  );
const audioParts = (...plans: readonly Plan[]): PartInfo[] => plans.map((plan) => part({ ...plan, audio: true }));

it('sources-16 is the same timeline without audio', () => {
  const timeline = buildTimeline([part({ seqs: [0, 1] })]);
  expect(alignAudio(timeline, [{ track: EN, parts: audioParts({ seqs: [] }) }])).toBe(timeline);
});

it('sources-16 adds each track to its runs, the default first, and counts what is missing', () => {
  const timeline = alignAudio(buildTimeline([part({ seqs: [0, 1, 2, 5, 6] })]), [
    { track: DE, parts: audioParts({ seqs: [1, 2, 3] }) },
    { track: EN, parts: audioParts({ seqs: [0, 1, 2, 3, 4, 5, 6] }) },
  ]);
  expect(timeline.audio).toEqual([EN, DE]);
  expect(seqsOf(timeline)).toEqual([
    [0, 1, 2],
    [5, 6],
  ]);
  expect(seqsOf(timeline, 1)).toEqual([[1, 2], []]);
  expect(missingAudioMs(timeline)).toEqual([0, 2000 + 4000]);
});

it.each([
  ['that recorded the ad', [0, 1, 2, 3, 4, 5]],
  ['without the ad', [0, 1, 4, 5]],
])('sources-16 has no sound of an ad of the video, with audio %s', (_, seqs) => {
  const ad = { t: 'ad', epoch: 0, at: T0 + 4000, durMs: 4000, roll: 'midroll', id: 'x' } as const;
  const timeline = alignAudio(buildTimeline([part({ seqs: [0, 1, 4, 5], records: [ad] })]), [
    { track: EN, parts: audioParts({ seqs, records: seqs.includes(2) ? [] : [ad] }) },
  ]);
  expect(seqsOf(timeline)).toEqual([
    [0, 1],
    [4, 5],
  ]);
  expect([timeline.gaps.map(({ cause }) => cause), missingAudioMs(timeline)]).toEqual([['ad'], [0]]);
});

it('sources-16 has each second of a take-over once', () => {
  const timeline = alignAudio(buildTimeline([part({ seqs: [0, 1, 2] }), part({ part: B, seqs: [2, 3, 4] })]), [
    { track: EN, parts: audioParts({ seqs: [0, 1] }, { part: B, seqs: [1, 2, 3, 4] }) },
  ]);
  expect(seqsOf(timeline).flat()).toEqual([0, 1, 2, 3, 4]);
  expect(timeline.runs.flatMap((run) => run.audio![0]!.segments.map((s) => s.partId))).toEqual([A, A, B, B, B]);
});

it('sources-16 takes the wall clock where the source begins again at the same time', () => {
  const epochs = [
    { fromSeq: 0, startAt: T0, firstPtsMs: 0 },
    { fromSeq: 2, startAt: T0 + 60_000, firstPtsMs: 0 },
  ];
  const moved = epochs.map((e) => ({ ...e, startAt: e.startAt + 700 }));
  const timeline = alignAudio(buildTimeline([part({ seqs: [0, 1, 2, 3], epochs })]), [
    { track: EN, parts: audioParts({ seqs: [0, 1, 2, 3], epochs: moved }) },
  ]);
  expect(seqsOf(timeline)).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

it('sources-16 fits audio that begins after the wrap of a clock whose picture began before it', () => {
  const epochs = [{ fromSeq: 0, startAt: T0, firstPtsMs: Math.round(WRAP_MS) - 3000 }];
  const wrapped = [{ fromSeq: 2, startAt: T0 + 4000, firstPtsMs: 1000 }];
  const timeline = alignAudio(buildTimeline([part({ seqs: [0, 1, 2, 3], epochs })]), [
    { track: EN, parts: audioParts({ seqs: [2, 3], epochs: wrapped }) },
  ]);
  expect(seqsOf(timeline)).toEqual([[2, 3]]);
  expect(timeline.runs[0]!.audio![0]).toMatchObject({ shiftMs: WRAP_MS, missingMs: 4000 });
});

it('sources-16 shifts only the audio behind the wrap of a clock, where it begins an epoch', () => {
  const epochs = [{ fromSeq: 0, startAt: T0, firstPtsMs: Math.round(WRAP_MS) - 5000 }];
  const both = [...epochs, { fromSeq: 3, startAt: T0 + 6000, firstPtsMs: 1000 }];
  const timeline = alignAudio(buildTimeline([part({ seqs: [0, 1, 2, 3, 4], epochs })]), [
    { track: EN, parts: audioParts({ seqs: [0, 1, 3], epochs: both }) },
  ]);
  expect(seqsOf(timeline)).toEqual([[0, 1, 3]]);
  expect(timeline.runs[0]!.audio).toMatchObject([
    { shiftMs: 0, segments: [{}, {}], missingMs: 2000 },
    { shiftMs: WRAP_MS, segments: [{}], missingMs: 2000 },
  ]);
  expect(missingAudioMs(timeline)).toEqual([4000]);
});

it('sources-25 places audio without time stamps by the wall clock', () => {
  const picture = [{ fromSeq: 0, startAt: T0, firstPtsMs: 50_000_000 }];
  const untimed = [
    { fromSeq: 1, startAt: T0 + 2000, firstPtsMs: 0, untimed: true as const },
    { fromSeq: 3, startAt: T0 + 6000, firstPtsMs: 0, untimed: true as const },
  ];
  const timeline = alignAudio(buildTimeline([part({ seqs: [0, 1, 2, 3], epochs: picture })]), [
    { track: EN, parts: audioParts({ seqs: [1, 2, 3, 9], epochs: untimed }) },
  ]);
  expect(seqsOf(timeline)).toEqual([[1, 2, 3]]);
  expect(timeline.runs[0]!.audio!.map(({ shiftMs }) => shiftMs)).toEqual([50_002_000, 50_006_000]);
  expect(missingAudioMs(timeline)).toEqual([2000]);
});
