/** Metadata of a channel from `at` on. `at` is the site's time stamp, ms since the Unix epoch. */
export interface ShowChange {
  readonly at: number;
  readonly title: string;
  readonly category: { readonly id: string; readonly name: string; readonly boxArtUrl: string } | null;
  readonly isMature: boolean;
  /** A change by the operator always starts a chapter, even if it equals the previous one. */
  readonly toldBy?: 'site' | 'operator';
}
/** Number of viewers at a moment of the site's clock. */
export interface ViewerSample {
  readonly at: number;
  readonly amount: number;
}
/** A chapter of the file, in ms of file time. `viewers`: the first sample within the chapter, null if there is none. */
export interface PlacedChapter<C extends ShowChange = ShowChange> {
  readonly change: C;
  readonly offsetMs: number;
  readonly durMs: number;
  readonly viewers: number | null;
}

/**
 * Maps a file to the site's clock: file position of a moment (gaps are closed), length, and whether the file still
 * grows.
 */
interface PlacedFile {
  readonly fileMs: (siteMs: number) => number;
  readonly lengthMs: number;
  readonly open?: boolean;
}

type Show = Omit<ShowChange, 'at' | 'toldBy'>;

/** Whether a change starts a chapter: a new title, category or mature flag. A changed tag or language does not. */
export const isNewChapter = (before: Show | null, now: Show): boolean =>
  before?.title !== now.title || before.category?.id !== now.category?.id || before.isMature !== now.isMature;

/**
 * Computes the chapters of a file from the metadata that the site reported. The chapter that is active when the file
 * begins starts at 0, even if the site reported it earlier. If several changes fall into one gap, the last one applies.
 * Changes after the end are omitted. Chapters follow each other without gaps. The site reports a change some seconds
 * before the media show it, so a growing file can end with a chapter of 0 ms whose media have not arrived yet.
 * @param changes in chronological order
 */
export function placeChapters<C extends ShowChange>(
  changes: readonly C[],
  { fileMs, lengthMs, open = false }: PlacedFile,
  viewers: readonly ViewerSample[] = [],
): PlacedChapter<C>[] {
  const siteChanges = changes.filter(
    (change, n) => change.toldBy === 'operator' || isNewChapter(changes[n - 1] ?? null, change),
  );
  const placed = siteChanges
    .map((change) => ({ change, offsetMs: Math.max(0, fileMs(change.at)) }))
    .filter(({ offsetMs }, n) => n === 0 || open || offsetMs < lengthMs);
  const chapters = placed.filter((chapter, n) => placed[n + 1]?.offsetMs !== chapter.offsetMs);
  const samples = viewers.map((s) => ({ amount: s.amount, offsetMs: fileMs(s.at) }));
  return chapters.map(({ change, offsetMs }, n) => {
    const start = n === 0 ? 0 : offsetMs;
    const end = Math.max(start, chapters[n + 1]?.offsetMs ?? lengthMs);
    return {
      change,
      offsetMs: start,
      durMs: end - start,
      viewers: samples.find((s) => s.offsetMs >= start && s.offsetMs < end)?.amount ?? null,
    };
  });
}
