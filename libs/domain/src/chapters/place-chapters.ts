/** What a channel showed from `at` on; `at` is the site's stamp, ms since the Unix epoch. */
export interface ShowChange {
  readonly at: number;
  readonly title: string;
  readonly category: { readonly id: string; readonly name: string; readonly boxArtUrl: string } | null;
  readonly isMature: boolean;
  /** The operator set it: it stands, though it shows what the one before it does. */
  readonly toldBy?: 'site' | 'operator';
}
/** How many watched at a moment of the site's clock. */
export interface ViewerSample {
  readonly at: number;
  readonly amount: number;
}
/** A chapter of the file, in ms of its time. `viewers`: the first count of its stretch, null where none was taken. */
export interface PlacedChapter<C extends ShowChange = ShowChange> {
  readonly change: C;
  readonly offsetMs: number;
  readonly durMs: number;
  readonly viewers: number | null;
}

/**
 * A file on the site's clock: where a moment stands in it (closed up over gaps), how long it is, and whether it still
 * grows.
 */
interface PlacedFile {
  readonly fileMs: (siteMs: number) => number;
  readonly lengthMs: number;
  readonly open?: boolean;
}

type Show = Omit<ShowChange, 'at' | 'toldBy'>;

/** Whether a change makes a chapter: a tag or a language that changed does not. */
export const isNewChapter = (before: Show | null, now: Show): boolean =>
  before?.title !== now.title || before.category?.id !== now.category?.id || before.isMature !== now.isMature;

/**
 * Chapters of a file from what the site reported. The one that held when the file begins starts at 0, however long before
 * it was reported; of several that fall into one gap the last holds; what came after the end is left out. They follow on
 * without gaps. A site tells at once what its media show some seconds later: of a file that grows such a chapter is
 * there, 0 ms long, before its media are.
 * @param changes in order of time
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
