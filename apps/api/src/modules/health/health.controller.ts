import { getHealth } from '#libs/contracts';
import { Controller } from '@nestjs/common';
import { ServiceReports } from './service-reports.js';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';

@Controller()
export class HealthController {
  constructor(private readonly reports: ServiceReports) {}

  @Implements(getHealth)
  async get(@ValidatedInput(getHealth) _: Input<typeof getHealth>): Promise<Result<typeof getHealth>> {
    const services = await this.reports.all();
    return { data: { ok: services.every((s) => s.ok), services } };
  }
}
