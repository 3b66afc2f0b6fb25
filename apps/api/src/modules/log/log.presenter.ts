import { type LogLine, type LogLineView, type searchLog } from '#libs/contracts';
import { type z } from 'zod';
import { redactPaths } from '../../platform/redact-paths.js';

type SearchLine = z.infer<(typeof searchLog)['data']>['lines'][number];

/** v0's name for a level, where it differs from Vodkeep's. */
const V0_LEVEL: Readonly<Partial<Record<string, string>>> = { warn: 'WARNING' };
const v0Level = (level: LogLine['level']): string => V0_LEVEL[level] ?? level.toUpperCase();

/** A line in the format of the daily log (docs/reference/v0-api.md#log). */
export function presentLine(line: LogLine): LogLineView {
  const date = new Date(line.time).toISOString();
  const { metadata, ...rest } = line;
  return {
    ...rest,
    text: redactPaths(line.text),
    level: v0Level(line.level),
    date,
    date_string: date.slice(0, 19).replace('T', ' '),
    ...(metadata ? { metadata: withoutStacksAndPaths(metadata) } : {}),
  };
}

/** A line in the format of the search, which is that of later v0 versions (docs/reference/v0-api.md#log). */
export function presentSearchLine({ text, level, metadata, time, module, service, node, pid }: LogLine): SearchLine {
  return {
    message: redactPaths(text),
    level: v0Level(level),
    metadata: {
      ...(metadata ? withoutStacksAndPaths(metadata) : {}),
      module,
      timestamp: new Date(time).toISOString(),
      service,
      node,
      pid,
    },
  };
}

/**
 * Removes stack traces and paths: no answer contains them. They stay in the log files of the
 * machine.
 */
function withoutStacksAndPaths(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(metadata).filter(
    ([, value]) => !(typeof value === 'string' && /\n\s+at /.test(value)),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'string' ? redactPaths(value) : value]),
  );
}
