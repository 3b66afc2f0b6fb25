import { type SettingValues } from '#libs/contracts';
import { type PlacedChapter } from '#libs/domain';

type Wishes = Pick<SettingValues, 'create_video_chapters' | 'video.chapters.title' | 'min_chapter_duration'>;

/** A chapter as it is written into a container file. */
interface FileChapter {
  readonly offsetMs: number;
  readonly title: string;
}

/**
 * Chapters of the file as the operator wants them: none, or without the short ones, whose time goes to the one before
 * (to the next at the start).
 */
export function fileChapters(placed: readonly PlacedChapter[], wishes: Wishes): FileChapter[] {
  if (!wishes.create_video_chapters) return [];
  const long = placed.filter(({ durMs }) => durMs >= wishes.min_chapter_duration * 1000);
  const kept = long.length > 0 ? long : placed.slice(0, 1);
  return kept.map(({ change, offsetMs }, n) => ({
    offsetMs: n === 0 ? 0 : offsetMs,
    title: titleOf(change, wishes['video.chapters.title']),
  }));
}

function titleOf({ title, category }: PlacedChapter['change'], wanted: Wishes['video.chapters.title']): string {
  if (!category || wanted === 'title') return title === '' ? (category?.name ?? '') : title;
  return wanted === 'game' || title === '' ? category.name : `${title} (${category.name})`;
}
