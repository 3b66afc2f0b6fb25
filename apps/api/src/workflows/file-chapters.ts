import { type SettingValues, type Timeline } from '#libs/contracts';
import { missingInGap, type PlacedChapter } from '#libs/domain';

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

/** Missing media of a gap, and where the gap is closed in the file, ms. */
interface FileGap {
  readonly offsetMs: number;
  readonly missingMs: number;
}

/** Gaps of the timeline in which media are missing, in order. Gaps at one position are one. */
export function fileGaps({ runs, gaps }: Timeline): FileGap[] {
  const found = new Map<number, number>();
  for (const gap of gaps) {
    const offsetMs = runs.filter((run) => run.startAt < gap.at).reduce((sum, run) => sum + run.durMs, 0);
    const missing = missingInGap(gap);
    if (missing > 0 && offsetMs > 0) found.set(offsetMs, (found.get(offsetMs) ?? 0) + missing);
  }
  return [...found].map(([offsetMs, missing]) => ({ offsetMs, missingMs: missing }));
}

export interface GapMarks {
  readonly gaps: readonly FileGap[];
  readonly settings: Pick<SettingValues, 'video.chapters.gaps'>;
  /** Makes the title of a mark from that of the chapter that goes on. */
  readonly titleAfter: (title: string, gap: FileGap) => string;
}

/** Adds a mark for each gap: a chapter from the gap to the next chapter. None without chapters. */
export function markGaps(chapters: readonly FileChapter[], { gaps, settings, titleAfter }: GapMarks): FileChapter[] {
  if (chapters.length === 0 || !settings['video.chapters.gaps']) return [...chapters];
  const marks = gaps.map((gap) => ({
    offsetMs: gap.offsetMs,
    title: titleAfter(chapters.findLast((c) => c.offsetMs <= gap.offsetMs)?.title ?? '', gap),
  }));
  const marked = new Set(marks.map((mark) => mark.offsetMs));
  return [...chapters.filter((c) => !marked.has(c.offsetMs)), ...marks].sort((a, b) => a.offsetMs - b.offsetMs);
}

function titleOf(
  { title, category }: PlacedChapter['change'],
  wanted: ChapterSettings['video.chapters.title'],
): string {
  if (!category || wanted === 'title') return title === '' ? (category?.name ?? '') : title;
  return wanted === 'game' || title === '' ? category.name : `${title} (${category.name})`;
}
