import { type Vod } from '#libs/contracts';

/** A chapter as the table shows it. `offsetMs` and `lengthMs`: ms in the file; other times: ms since the Unix epoch. */
export interface ChapterRow {
  readonly offsetMs: number;
  readonly lengthMs: number;
  readonly startedAt: number;
  /** Null while the chapter continues. */
  readonly endedAt: number | null;
  readonly category: string | null;
  readonly art: string | null;
  readonly title: string;
  readonly viewers: number | null;
  readonly isMature: boolean;
}

type ChapterSource = Pick<Vod, 'chapters' | 'ended_at' | 'live'>;

/**
 * False if the source provides neither titles nor categories: a single chapter with the channel's name is not useful.
 */
export const hasChapters = ({ chapters }: Pick<Vod, 'chapters'>): boolean =>
  chapters.length > 1 || chapters.some((c) => c.game_name !== null);

/**
 * Rows of the chapters. A chapter ends where the next one starts, the last one with the recording.
 * @param mediaMs current length of the file
 */
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
