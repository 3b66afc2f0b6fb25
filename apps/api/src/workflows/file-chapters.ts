import { type SettingValues } from '#libs/contracts';
import { type PlacedChapter } from '#libs/domain';

type ChapterSettings = Pick<SettingValues, 'create_video_chapters' | 'video.chapters.title' | 'min_chapter_duration'>;

/** A chapter in a container file. */
interface FileChapter {
  readonly offsetMs: number;
  readonly title: string;
}

/**
 * Chapters of the file by the operator's settings: none, or without short ones. The time of a short chapter goes to the
 * previous chapter, at the start to the next one.
 */
export function fileChapters(placed: readonly PlacedChapter[], settings: ChapterSettings): FileChapter[] {
  if (!settings.create_video_chapters) return [];
  const long = placed.filter(({ durMs }) => durMs >= settings.min_chapter_duration * 1000);
  const retained = long.length > 0 ? long : placed.slice(0, 1);
  return retained.map(({ change, offsetMs }, n) => ({
    offsetMs: n === 0 ? 0 : offsetMs,
    title: titleOf(change, settings['video.chapters.title']),
  }));
}

function titleOf(
  { title, category }: PlacedChapter['change'],
  wanted: ChapterSettings['video.chapters.title'],
): string {
  if (!category || wanted === 'title') return title === '' ? (category?.name ?? '') : title;
  return wanted === 'game' || title === '' ? category.name : `${title} (${category.name})`;
}
