import { LOG_LEVELS, type LogLevel } from '#libs/contracts';

/** A level and what is worse. Empty for the lowest: then the server need not look at levels. */
export const levelsFrom = (level: LogLevel): readonly LogLevel[] =>
  level === LOG_LEVELS[0] ? [] : LOG_LEVELS.slice(LOG_LEVELS.indexOf(level));
