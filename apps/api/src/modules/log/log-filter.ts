import { LOG_LEVELS, type LogLine, type LogLevel } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';

const DAY_MS = 86_400_000;
const isDay = (text: string): boolean => text.length === 10;

/** Returns the requested time span. A day as the end includes the whole day. @throws UserError `dates-reversed` */
export function spanOf(
  { dateFrom, dateTo }: { readonly dateFrom: string; readonly dateTo?: string | undefined },
  now: number,
): { readonly from: Date; readonly to: Date } {
  const from = Date.parse(dateFrom);
  const to = dateTo === undefined ? now + 1 : Date.parse(dateTo) + (isDay(dateTo) ? DAY_MS : 0);
  // A whole day ends where the next day begins.
  if (dateTo !== undefined && isDay(dateTo) ? to <= from : to < from)
    throw new UserError(message('error.dates-reversed'), {
      fields: [{ path: 'dateTo', message: message('field.before-date-from') }],
    });
  return { from: new Date(from), to: new Date(to) };
}

interface LogCriteria {
  readonly level?: string | undefined;
  readonly module?: string | undefined;
  readonly q?: string | undefined;
}

/**
 * @returns undefined if every line matches
 * @throws UserError `unknown-level`
 */
export function lineFilter({ level, module, q }: LogCriteria): ((line: LogLine) => boolean) | undefined {
  const levels = level === undefined ? null : new Set(level.split(',').map(levelOf));
  const needle = q?.toLowerCase();
  if (!levels && module === undefined && needle === undefined) return undefined;
  return (line) =>
    (levels?.has(line.level) ?? true) &&
    (module === undefined || line.module === module) &&
    (needle === undefined || line.text.toLowerCase().includes(needle));
}

function levelOf(name: string): LogLevel {
  const wanted = name.toLowerCase() === 'warning' ? 'warn' : name.toLowerCase();
  const level = LOG_LEVELS.find((known) => known === wanted);
  if (level === undefined)
    throw new UserError(message('error.unknown-level', { level: name }), {
      fields: [{ path: 'level', message: message('field.one-of', { choices: LOG_LEVELS }) }],
    });
  return level;
}
