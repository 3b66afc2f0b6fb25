/** A chapter of a VOD: it lasts until the next one. Offset in ms of media time (holes closed up). */
export interface ChapterMark {
  readonly offsetMs: number;
  readonly title: string;
}

/**
 * ffmpeg's metadata file with the chapters of one container file (ffmpeg-formats, "Metadata").
 * A chapter that began before the file is cut to its start.
 * @param file where the file lies in the VOD, ms of media time
 * @returns null when there is no chapter in it
 */
export function chapterMetadata(
  chapters: readonly ChapterMark[],
  file: { readonly startMs: number; readonly endMs: number },
): string | null {
  const sorted = [...chapters].sort((a, b) => a.offsetMs - b.offsetMs);
  const cut = sorted
    .map((c, i) => ({
      title: c.title,
      start: Math.round(Math.max(c.offsetMs, file.startMs) - file.startMs),
      end: Math.round(Math.min(sorted[i + 1]?.offsetMs ?? file.endMs, file.endMs) - file.startMs),
    }))
    .filter((c) => c.end > c.start);
  if (cut.length === 0) return null;
  return [
    ';FFMETADATA1',
    ...cut.flatMap((c) => [
      '[CHAPTER]',
      'TIMEBASE=1/1000',
      `START=${String(c.start)}`,
      `END=${String(c.end)}`,
      `title=${escapeValue(c.title)}`,
    ]),
    '',
  ].join('\n');
}

const escapeValue = (text: string): string => text.replace(/[=;#\\\n]/g, '\\$&');
