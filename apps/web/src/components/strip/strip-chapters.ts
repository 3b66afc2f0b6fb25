import { type Vod } from '#libs/contracts';
import { hueOf } from '../../lib/format.js';
import { mediaToWall, type Span, type StripModel } from './strip-model.js';

/** A range of one chapter that contains media. `hue` is that of its category; null if no category was reported. */
export interface ChapterSpan extends Span {
  readonly chapter: number;
  readonly hue: number | null;
  readonly title: string;
}
/** Number of viewers at a wall-clock time of the strip. */
export interface ViewerPoint {
  readonly at: number;
  /** Position in the file, ms. */
  readonly fileMs: number;
  readonly amount: number;
}

type Chapters = readonly Pick<Vod['chapters'][number], 'offset' | 'title' | 'game_name'>[];

/**
 * Chapters use file time, the strip uses wall time: a chapter over a gap is split there. The last chapter lasts until
 * the media ends.
 */
export function chapterSpans(model: StripModel, chapters: Chapters): ChapterSpan[] {
  const spans: ChapterSpan[] = [];
  let before = 0;
  for (const media of model.media) {
    const length = media.to - media.from;
    chapters.forEach(({ offset, title, game_name }, chapter) => {
      const from = Math.max(offset * 1000 - before, 0);
      const to = Math.min((chapters[chapter + 1]?.offset ?? Infinity) * 1000 - before, length);
      if (to > from)
        spans.push({
          chapter,
          hue: game_name === null ? null : hueOf(game_name),
          title: [game_name, title].filter((s) => s !== null && s !== '').join(': '),
          from: media.from + from,
          to: media.from + to,
        });
    });
    before += length;
  }
  return spans;
}

/**
 * Samples by file time, oldest first, at most about `most`: each group is represented by its sample with the most
 * viewers.
 */
export function viewerPoints(
  model: StripModel,
  samples: readonly Pick<Vod['viewers'][number], 'offset' | 'amount'>[],
  most = 240,
): ViewerPoint[] {
  const bundle = Math.max(1, Math.ceil(samples.length / most));
  const retained = Array.from({ length: Math.ceil(samples.length / bundle) }, (_, i) =>
    samples.slice(i * bundle, (i + 1) * bundle).reduce((high, s) => (s.amount > high.amount ? s : high)),
  );
  return retained.map(({ offset, amount }) => ({
    at: mediaToWall(model, offset * 1000),
    fileMs: Math.max(0, offset * 1000),
    amount,
  }));
}

/** The legend of a strip: its categories, in order of appearance. */
export function categoriesOf(chapters: Chapters): { readonly name: string; readonly hue: number }[] {
  return [...new Set(chapters.flatMap(({ game_name }) => (game_name === null ? [] : [game_name])))].map((name) => ({
    name,
    hue: hueOf(name),
  }));
}
