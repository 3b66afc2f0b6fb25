import { dayList, gzippedLines, gzippedList } from './hostile-lists.js';
import type { Reply, SourceSpec } from './source-spec.js';
import { RECORDED_SECONDS, RECORDED_WINDOW, whileRecorded } from './while-recorded.js';

/** Hostile lists of this source that it always has. */
export const LONG_LISTS = { packed: 'packed.m3u8', lines: 'lines.m3u8' } as const;

/** The list has 1.1 million lines while it is recorded. */
export const manyLines = (): SourceSpec => {
  let lines: Promise<Reply> | null = null;
  const isHostile = whileRecorded();
  return {
    name: 'i12-lines',
    seconds: RECORDED_SECONDS,
    window: RECORDED_WINDOW,
    answer: (request, usual) => {
      // At the first request, so that it is there when it is needed.
      lines ??= gzippedLines();
      if (request.path === LONG_LISTS.packed) return gzippedList();
      return isHostile(request) || request.path === LONG_LISTS.lines ? lines : usual();
    },
  };
};

/** An EVENT list of 24 h, whose past is not there any more. */
export const dayOfEvents = (): SourceSpec => ({ name: 'i12-day', ...dayList() });
