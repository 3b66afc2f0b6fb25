import { getLog, getLogDay, searchLog } from '#libs/contracts';
import { Bus } from '#libs/bus';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Clock } from '../../platform/clock.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { lineFilter, spanOf } from './log-filter.js';
import { presentSearchLine, presentLine } from './log.presenter.js';

/** Log lines of all services in one order; a position is a place in that order. */
@Controller()
export class LogController {
  constructor(
    private readonly bus: Bus,
    private readonly clock: Clock,
  ) {}

  @Implements(getLog)
  page(@ValidatedInput(getLog) { params, query }: Input<typeof getLog>): Promise<Result<typeof getLog>> {
    return this.read(params.date, { after: params.lastLine, limit: query.limit });
  }

  @Implements(getLogDay)
  day(@ValidatedInput(getLogDay) { params, query }: Input<typeof getLogDay>): Promise<Result<typeof getLogDay>> {
    return this.read(params.date, { after: 0, limit: query.limit });
  }

  @Implements(searchLog)
  async search(@ValidatedInput(searchLog) { query }: Input<typeof searchLog>): Promise<Result<typeof searchLog>> {
    const { limit, service, after } = query;
    const { from, to } = spanOf(query, this.clock.now());
    const fits = lineFilter(query);
    const found = await this.bus.log.read({ from, to, after, limit, service, ...(fits ? { fits } : {}) });
    return {
      data: {
        lines: found.lines.map(({ line }) => presentSearchLine(line)),
        amount: found.lines.length,
        from: from.toISOString(),
        to: to.toISOString(),
        limit,
        last_line: found.position,
        more: found.more,
      },
    };
  }

  private async read(
    day: string,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<Result<typeof getLog>> {
    const [page, logs] = await Promise.all([
      this.bus.log.read({ ...spanOf({ dateFrom: day, dateTo: day }, this.clock.now()), after, limit }),
      this.bus.log.days(),
    ]);
    return {
      data: { lines: page.lines.map(({ line }) => presentLine(line)), last_line: page.position, logs, more: page.more },
    };
  }
}
