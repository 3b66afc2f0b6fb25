import { type ChapterEdit } from '#libs/contracts';
import { type FileClock } from '#libs/domain';
import { UserError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { type Category } from '#libs/providers';
import { type ChapterEntity } from '../../persistence/entities/stream-metadata.entity.js';

type Edited = Pick<ChapterEntity, 'at' | 'title' | 'category' | 'isMature'>;
interface Given {
  readonly clock: FileClock;
  /** Chapters begin before it. */
  readonly lengthMs: number;
  readonly before: readonly ChapterEntity[];
  /** Categories that sites reported. */
  readonly known: readonly Category[];
}

/**
 * The chapters of an edit form, in order, each at its moment of the site's clock, so that it stays at its picture when
 * the file is made anew.
 * @throws UserError `bad-chapters` - none, none at 0, two at one place, one behind the end, or one of a category
 *   that nobody knows
 */
export function editedChapters(chapters: readonly ChapterEdit[], { clock, lengthMs, before, known }: Given): Edited[] {
  const sorted = chapters
    .map((chapter, n) => ({ chapter, n, offsetMs: Math.round(chapter.offset * 1000) }))
    .sort((a, b) => a.offsetMs - b.offsetMs);
  if (sorted[0]?.offsetMs !== 0) throw onField('chapters', message('field.first-chapter-begins-at-0'));
  const categories = [...before.flatMap(({ category }) => category ?? []), ...known];
  let last = -Infinity;
  return sorted.map(({ chapter, n, offsetMs }, place) => {
    if (place > 0 && offsetMs === sorted[place - 1]?.offsetMs)
      throw onField(`chapters[${n}].offset`, message('field.chapters-begin-together'));
    if (place > 0 && offsetMs >= lengthMs) throw onField(`chapters[${n}].offset`, message('field.behind-end-of-vod'));
    last = Math.max(last + 1, clock.siteMs(offsetMs) ?? 0);
    return {
      at: last,
      title: chapter.title,
      category: categoryOf(chapter, { n, categories }),
      isMature: chapter.is_mature ?? false,
    };
  });
}

/** A name without an id is the category of that name, where the VOD or a site has one, else only a name. */
function categoryOf(
  { game_id, game_name }: ChapterEdit,
  { n, categories }: { readonly n: number; readonly categories: readonly Category[] },
): Edited['category'] {
  const name = game_name ?? '';
  const id = game_id ?? '';
  if (id === '') return name === '' ? null : (categories.find((c) => c.name === name) ?? { id, name, boxArtUrl: '' });
  const known = categories.find((c) => c.id === id);
  if (!known) throw onField(`chapters[${n}].game_id`, message('field.unknown-category'));
  return name === '' ? known : { ...known, name };
}

const onField = (path: string, fault: Message) =>
  new UserError(message('error.bad-chapters', { path, fault }), { fields: [{ path, message: fault }] });
