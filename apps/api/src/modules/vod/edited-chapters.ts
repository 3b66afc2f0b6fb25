import { type ChapterEdit } from '#libs/contracts';
import { type FileClock } from '#libs/domain';
import { UserError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { type Category } from '#libs/providers';
import { type ChapterEntity } from '../../persistence/entities/stream-metadata.entity.js';

type EditedChapter = Pick<ChapterEntity, 'at' | 'title' | 'category' | 'isMature'>;
interface ChapterContext {
  readonly clock: FileClock;
  /** Chapters must begin before this. */
  readonly lengthMs: number;
  readonly before: readonly ChapterEntity[];
  /** Categories that sites reported. */
  readonly known: readonly Category[];
}

/**
 * Returns the chapters of an edit form in order. Each one gets its site time, so that it stays at the same picture when
 * the file is made again.
 * @throws UserError `bad-chapters`: no chapter, none at 0, two at the same time, one after the end, or one with an
 *   unknown category
 */
export function editedChapters(
  chapters: readonly ChapterEdit[],
  { clock, lengthMs, before, known }: ChapterContext,
): EditedChapter[] {
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

/** A name without an id refers to the known category of that name; if there is none, it stays a plain name. */
function categoryOf(
  { game_id, game_name }: ChapterEdit,
  { n, categories }: { readonly n: number; readonly categories: readonly Category[] },
): EditedChapter['category'] {
  const name = game_name ?? '';
  const id = game_id ?? '';
  if (id === '') return name === '' ? null : (categories.find((c) => c.name === name) ?? { id, name, boxArtUrl: '' });
  const known = categories.find((c) => c.id === id);
  if (!known) throw onField(`chapters[${n}].game_id`, message('field.unknown-category'));
  return name === '' ? known : { ...known, name };
}

const onField = (path: string, fault: Message) =>
  new UserError(message('error.bad-chapters', { path, fault }), { fields: [{ path, message: fault }] });
