import { expect, it } from '@jest/globals';
import { type MissingTrack, type RenditionTrack, segmentName, type SegmentInfo } from '#libs/contracts';
import { alignAudio } from './align-audio.js';
import { buildTimeline } from './build-timeline.js';
import { type PartInfo, readPart } from './part-info.js';

const [PART, AT, CLOCK] = ['01JDTESTPART00000000000000', 1_000_000, 50_000];
const lacks = (kind: MissingTrack['kind'], fromMs: number, toMs: number): MissingTrack => ({
  ...{ kind, number: 1, cause: 'not-sent', fromMs: CLOCK + fromMs, toMs: CLOCK + toMs },
});

/** A part of segments of 2 s; `null` is a segment that was not recorded. */
function part(segments: readonly (readonly MissingTrack[] | null)[]): PartInfo {
  const listed = segments.flatMap((missing, seq) => {
    if (!missing) return [];
    const place = { epoch: 0, seq, ptsMs: CLOCK + seq * 2000, durMs: 2000, bytes: 1000, pdtMs: null };
    const info: SegmentInfo = {
      ...place,
      crc: `0000000${String(seq)}`,
      ext: 'ts',
      ...(missing.length > 0 && { missing }),
    };
    return [{ name: segmentName(info), bytes: 1000, modifiedAt: 0 }];
  });
  const epoch = {
    t: 'epoch',
    epoch: 0,
    cause: 'start',
    startAt: AT,
    firstPtsMs: CLOCK,
    initCrc: null,
    container: 'ts',
  } as const;
  return readPart(PART, [epoch], listed);
}

it('integrity-1 says from when to when a track is missing, once for segments that follow each other', () => {
  const { trackGaps, gaps, runs } = buildTimeline([
    part([[], [lacks('video', 2000, 4000)], [lacks('video', 4000, 6000)], [], [lacks('video', 8000, 10_000)]]),
  ]);
  const gap = { kind: 'video', number: 1, name: '', cause: 'not-sent' };
  expect(trackGaps).toEqual([
    { ...gap, at: AT + 2000, durMs: 4000 },
    { ...gap, at: AT + 8000, durMs: 2000 },
  ]);
  expect([gaps, runs.map(({ durMs }) => durMs)]).toEqual([[], [10_000]]);
});

it('integrity-1 has no such list if nothing is missing', () => {
  expect(buildTimeline([part([[], []])])).not.toHaveProperty('trackGaps');
});

it('integrity-1 says when an audio rendition stops while the video goes on', () => {
  const track: RenditionTrack = { id: 'a00000001', name: 'English', language: 'en', isDefault: true };
  const audio = part([[], null, [], [lacks('audio', 7000, 8000)], null]);
  const { trackGaps } = alignAudio(buildTimeline([part([[], [], [], [], []])]), [{ track, parts: [audio] }]);
  const gap = { kind: 'audio', number: 0, name: 'English' };
  expect(trackGaps).toEqual([
    { ...gap, cause: 'not-recorded', at: AT + 2000, durMs: 2000 },
    { ...gap, cause: 'not-sent', at: AT + 7000, durMs: 1000 },
    { ...gap, cause: 'not-recorded', at: AT + 8000, durMs: 2000 },
  ]);
});
