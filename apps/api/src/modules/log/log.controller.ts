import { getLog, getLogDay, type LogLineView } from '#libs/contracts';
import { Bus, type StoredLine } from '#libs/bus';
import { Controller } from '@nestjs/common';
import { withoutPaths } from '../../http/without-paths.js';
import { Checked, type Input } from '../../http/checked.js';
import { Implements, type Result } from '../../http/implements-route.js';

/** Most lines of one answer; a client asks again from `last_line`. */
const PAGE = 1000;

/** Lines of all services in one order (spec L206). `last_line` is a position: asking again from it neither repeats nor skips a line. */
@Controller()
export class LogController {
  constructor(private readonly bus: Bus) {}

  @Implements(getLog)
  page(@Checked(getLog) { params }: Input<typeof getLog>): Promise<Result<typeof getLog>> {
    return this.read(params.date, params.lastLine);
  }

  @Implements(getLogDay)
  day(@Checked(getLogDay) { params }: Input<typeof getLogDay>): Promise<Result<typeof getLogDay>> {
    return this.read(params.date, 0);
  }

  private async read(day: string, afterSeq: number): Promise<Result<typeof getLog>> {
    const [stored, logs] = await Promise.all([this.bus.log.read({ day, afterSeq, limit: PAGE }), this.bus.log.days()]);
    return { data: { lines: stored.map(view), last_line: stored.at(-1)?.seq ?? afterSeq, logs } };
  }
}

function view({ line }: StoredLine): LogLineView {
  const date = new Date(line.time).toISOString();
  const { metadata, ...rest } = line;
  return { ...rest, text: withoutPaths(line.text), level: line.level.toUpperCase(), date, date_string: date.slice(0, 19).replace('T', ' '), ...(metadata ? { metadata: sayable(metadata) } : {}) };
}

/** Stacks stay in the log files of the machine; no answer holds one, nor a path (issue: bad input). */
function sayable(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(metadata).filter(([, value]) => !(typeof value === 'string' && /\n\s+at /.test(value)));
  return Object.fromEntries(entries.map(([key, value]) => [key, typeof value === 'string' ? withoutPaths(value) : value]));
}
