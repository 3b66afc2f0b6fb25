import { LOG_LEVELS, type LogLineView, type LogLevel } from '#libs/contracts';

export interface LogFilter { readonly text: string; readonly level: LogLevel; readonly module: string }

const rank = (level: string): number => LOG_LEVELS.findIndex((l) => l === level.toLowerCase());

/** Lines at or above a level (a level nobody knows always shows), of one module when one is picked, that hold the text. */
export function filterLines(lines: readonly LogLineView[], { text, level, module }: LogFilter): LogLineView[] {
  const least = rank(level);
  const wanted = text.trim().toLowerCase();
  return lines.filter((l) => (rank(l.level) < 0 || rank(l.level) >= least) && (module === '' || l.module === module) && (wanted === '' || `${l.module} ${l.text}`.toLowerCase().includes(wanted)));
}
