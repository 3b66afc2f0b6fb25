import { getSpace } from '#libs/contracts';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { SpaceReportService, totalOf } from './space-report.service.js';

@Controller()
export class SpaceController {
  constructor(private readonly space: SpaceReportService) {}

  @Implements(getSpace)
  async get(@ValidatedInput(getSpace) _: Input<typeof getSpace>): Promise<Result<typeof getSpace>> {
    const { free, total, used } = await this.space.report();
    return { data: { free, total, used_total: totalOf(used), used } };
  }
}
