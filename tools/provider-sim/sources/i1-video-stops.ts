import { boxes, boxesAt } from '../media/boxes.js';
import type { SourceSpec } from './source-spec.js';
import { audioOnly, withoutVideo } from './ts-filter.js';

const SEGMENTS = 12;
/** Track id that ffmpeg gives the video. */
const VIDEO_TRACK = 1;

/** Segments without video, of each source. */
export const NO_VIDEO: Readonly<Record<string, readonly number[]>> = {
  'i1-announced': [3, 4, 5, 6, 7, 8],
  'i1-not-announced': [6, 7, 8, 9, 10, 11],
  'i1-from-start': [0, 1, 2, 3, 4],
  'i1-fmp4': [6],
};

/** Video stops while the audio goes on. Lists all segments, so that a late recorder reads the first one. */
const stops = (name: string, without: (body: Buffer) => Buffer, more: Partial<SourceSpec> = {}): SourceSpec => ({
  name,
  window: SEGMENTS,
  bodyOf: (body, n) => (NO_VIDEO[name]?.includes(n) === true ? without(body) : body),
  ...more,
});

/** For 12 s; the PMT announces it all the time. */
export const videoPauses = (): SourceSpec => stops('i1-announced', withoutVideo);

/** For good, and the PMT does not announce it any more. */
export const videoEnds = (): SourceSpec => stops('i1-not-announced', audioOnly);

export const videoLate = (): SourceSpec => stops('i1-from-start', audioOnly);

/** One segment of fMP4, whose fragments have no box of the video. */
export const noTraf = (): SourceSpec => stops('i1-fmp4', withoutTraf, { container: 'fmp4' });

/** Other boxes keep their places, because offsets count from the start of a fragment. */
function withoutTraf(body: Buffer): Buffer {
  const copy = Buffer.from(body);
  for (const { start, end } of boxesAt(copy, 'moof/traf')) {
    const header = [...boxes(copy, start, end)].find(({ type }) => type === 'tfhd');
    if (header && copy.readUInt32BE(header.start + 4) === VIDEO_TRACK) copy.write('free', start - 4, 'latin1');
  }
  return copy;
}
