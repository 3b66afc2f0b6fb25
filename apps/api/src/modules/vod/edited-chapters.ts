import { type ChapterEdit } from '#libs/contracts';
import { type FileClock } from '#libs/domain';
import { UserError } from '#libs/errors';
import { type ChapterEntity } from '../../story/story.entity.js';

type Edited = Pick<ChapterEntity, 'at' | 'title' | 'category' | 'isMature'>;
interface Given {
  readonly clock: FileClock;
  /** Chapters begin before it. */
  readonly lengthMs: number;
  /** What was there: a category that is known keeps its picture. */
  readonly before: readonly ChapterEntity[];
}

/**
 * The chapters of an edit form, in order, each at its moment of the site's clock, so that it stays at its picture when
 * the file is made anew.
 * @throws UserError `bad-chapters` - none, none at 0, two at one place, or one behind the end
 */
export function editedChapters(chapters: readonly ChapterEdit[], { clock, lengthMs, before }: Given): Edited[] {
  const sorted = chapters
    .map((chapter, n) => ({ chapter, n, offsetMs: Math.round(chapter.offset * 1000) }))
    .sort((a, b) => a.offsetMs - b.offsetMs);
  if (sorted[0]?.offsetMs !== 0) throw onField('chapters', 'the first chapter must begin at 0');
  let last = -Infinity;
  return sorted.map(({ chapter, n, offsetMs }, place) => {
    if (place > 0 && offsetMs === sorted[place - 1]?.offsetMs)
      throw onField(`chapters[${n}].offset`, 'two chapters begin at the same place');
    if (place > 0 && offsetMs >= lengthMs) throw onField(`chapters[${n}].offset`, 'lies behind the end of the VOD');
    last = Math.max(last + 1, clock.siteMs(offsetMs) ?? 0);
    return {
      at: last,
      title: chapter.title,
      category: categoryOf(chapter, before),
      isMature: chapter.is_mature ?? false,
    };
  });
}

function categoryOf({ game_id, game_name }: ChapterEdit, before: readonly ChapterEntity[]): Edited['category'] {
  const name = game_name ?? '';
  const id = (game_id ?? '') === '' ? name : String(game_id);
  if (id === '') return null;
  const known = before
    .flatMap(({ category }) => category ?? [])
    .find((c) => c.id === id || (c.name === id && c.name === name));
  if (!known) return { id, name, boxArtUrl: '' };
  return name === '' ? known : { ...known, name };
}

const onField = (path: string, message: string) =>
  new UserError('bad-chapters', `${path}: ${message}`, { fields: [{ path, message }] });
