import { LOG_LEVELS, type LogLevel } from '#libs/contracts';
import { type FoundLine, type LogPage } from '../../api/log.js';

/** A level and the more severe ones. Empty for the lowest level: the server then need not filter. */
export const levelsFrom = (level: LogLevel): readonly LogLevel[] =>
  level === LOG_LEVELS[0] ? [] : LOG_LEVELS.slice(LOG_LEVELS.indexOf(level));

/** A line with its own number on this page, so that rows keep their identity when older ones are dropped. */
export interface StoredLine extends FoundLine {
  readonly n: number;
}
/** The lines so far, and the position after the last checked line. */
export interface LogState {
  readonly lines: readonly StoredLine[];
  readonly after: number;
  readonly more: boolean;
  readonly seen: number;
}

export const EMPTY_LOG: LogState = { lines: [], after: 0, more: false, seen: 0 };
/** More lines than a user reads, few enough for a fast page. */
const MAX_ENTRIES = 5000;

/**
 * Adds a page that was requested from `after`. A late answer for another position changes nothing, so that no line is
 * shown twice.
 */
export function addPage(state: LogState, after: number, page: LogPage): LogState {
  if (after !== state.after) return state;
  const fresh = page.lines.map((line, i) => ({ ...line, n: state.seen + i }));
  return {
    lines: [...state.lines, ...fresh].slice(-MAX_ENTRIES),
    after: page.last_line,
    more: page.more,
    seen: state.seen + fresh.length,
  };
}
