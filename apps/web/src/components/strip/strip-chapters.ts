import { type Vod } from '#libs/contracts';
import { hueOf } from '../../lib/format.js';
import { type Span, type StripModel } from './strip-model.js';

/** A range of one chapter that contains media. `hue` is that of its category; null if no category was reported. */
export interface ChapterSpan extends Span {
  readonly chapter: number;
  readonly hue: number | null;
  readonly title: string;
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

/** The legend of a strip: its categories, in order of appearance. */
export function categoriesOf(chapters: Chapters): { readonly name: string; readonly hue: number }[] {
  return [...new Set(chapters.flatMap(({ game_name }) => (game_name === null ? [] : [game_name])))].map((name) => ({
    name,
    hue: hueOf(name),
  }));
}
