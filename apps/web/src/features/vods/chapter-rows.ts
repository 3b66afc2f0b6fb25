import { type Vod } from '#libs/contracts';

/**
 * A chapter as the table shows it. Times in ms: `offsetMs` and `lengthMs` of the file, the others since the Unix epoch.
 */
export interface ChapterRow {
  readonly offsetMs: number;
  readonly lengthMs: number;
  readonly startedAt: number;
  /** Null while it goes on. */
  readonly endedAt: number | null;
  readonly category: string | null;
  readonly art: string | null;
  readonly title: string;
  readonly viewers: number | null;
  readonly isMature: boolean;
}

type ChapterSource = Pick<Vod, 'chapters' | 'ended_at' | 'live'>;

/** Nothing where a source tells neither titles nor categories: one chapter of the channel's own name says nothing. */
export const hasChapters = ({ chapters }: Pick<Vod, 'chapters'>): boolean =>
  chapters.length > 1 || chapters.some((c) => c.game_name !== null);

/** A chapter ends where the next begins, the last one with the recording. @param mediaMs length of the file now */
export function chapterRows({ chapters, ended_at, live }: ChapterSource, mediaMs: number): ChapterRow[] {
  return chapters.map((c, i) => {
    const next = chapters[i + 1];
    const offsetMs = c.offset * 1000;
    const lengthMs = Math.max(
      0,
      (next === undefined ? Math.max(mediaMs, (c.offset + c.duration) * 1000) : next.offset * 1000) - offsetMs,
    );
    const startedAt = Date.parse(c.started_at);
    return {
      offsetMs,
      lengthMs,
      startedAt,
      endedAt:
        next !== undefined
          ? Date.parse(next.started_at)
          : live !== null
            ? null
            : ended_at === undefined
              ? startedAt + lengthMs
              : Date.parse(ended_at),
      category: c.game_name,
      art: c.box_art_url,
      title: c.title,
      viewers: c.viewer_count,
      isMature: c.is_mature,
    };
  });
}
