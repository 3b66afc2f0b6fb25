import { type SegmentInfo } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { type FilteredItem } from '../ads/ad-filter.js';
import { type TrackTimes } from '../inspect/track-times.js';
import { type Received, SegmentDelivery } from './segment-delivery.js';

const CLOCK_MS = 10_000;

/** A segment of 2 s as listed. */
const listed = (seq: number): FilteredItem => ({
  ...{ kind: 'segment', baseUrl: '', numbering: 0, reset: false, arrivalAt: 1_000_000 + seq * 2000 },
  segment: {
    ...{ seq, uri: '', durMs: 2000, title: '', discontinuity: false },
    ...{ pdtMs: null, range: null, map: null, key: null, gap: false },
  },
});

/** `mediaMs` less than 2 s: its end is missing. */
function received(seq: number, mediaMs: number, tracks: readonly TrackTimes[]): Received {
  const firstPtsMs = CLOCK_MS + seq * 2000;
  return {
    fetched: {
      body: { bytes: Buffer.of(seq), release: () => undefined },
      init: null,
      isTruncated: mediaMs < 2000,
      inspected: { container: 'ts', firstPtsMs, wrapMs: null, mediaMs, frameMs: 40, tracks },
    },
    media: { crc: `0000000${seq}`, size: 1, firstPtsMs },
    isKnown: false,
    isDamaged: mediaMs < 2000,
  };
}

const track = (kind: TrackTimes['kind'], toMs: number): TrackTimes => ({
  ...{ id: kind === 'video' ? 1 : 2, kind },
  spans: toMs > 0 ? [{ fromMs: 0, toMs }] : [],
});

async function delivered(...segments: readonly [mediaMs: number, videoMs: number, audioMs: number][]) {
  const names: SegmentInfo['missing'][] = [];
  const notices: string[] = [];
  const nothing = (): Promise<void> => Promise.resolve();
  const delivery = new SegmentDelivery({
    ignoreContentDiscontinuity: false,
    sink: {
      ...{ init: nothing, epoch: nothing, gap: nothing, ad: nothing },
      segment: ({ info }) => {
        names.push(info.missing);
        return nothing();
      },
      notice: (notice) => notices.push(notice),
    },
  });
  for (const [seq, [mediaMs, videoMs, audioMs]] of segments.entries())
    await delivery.deliver(listed(seq), received(seq, mediaMs, [track('video', videoMs), track('audio', audioMs)]));
  return { names, notices };
}

it('integrity-1 does not take the media of a segment that lacks its last frame for missing', async () => {
  expect(await delivered([2000, 2000, 2000], [1960, 1960, 2000], [2000, 2000, 2000])).toEqual({
    names: [undefined, undefined, undefined],
    notices: ['segment-truncated'],
  });
});

it('integrity-1 says which track a segment lacks whose end is missing too', async () => {
  const { names } = await delivered([2000, 2000, 2000], [1200, 0, 1200], [2000, 0, 2000]);
  const missing = { kind: 'video', number: 1, cause: 'not-sent' };
  expect(names).toEqual([
    undefined,
    [{ ...missing, fromMs: 12_000, toMs: 13_200 }],
    [{ ...missing, fromMs: 14_000, toMs: 16_000 }],
  ]);
});
