import { exportSettings, importSettings, isYes } from '#libs/contracts';
import { Controller } from '@nestjs/common';
import { Checked, type Input } from '../../../http/checked.js';
import { Implements, type Result } from '../../../http/implements-route.js';
import { SettingsTransfer } from './settings-transfer.service.js';

@Controller()
export class SettingsTransferController {
  constructor(private readonly transfer: SettingsTransfer) {}

  @Implements(exportSettings)
  async export(@Checked(exportSettings) _: Input<typeof exportSettings>): Promise<Result<typeof exportSettings>> {
    return { data: await this.transfer.export() };
  }

  @Implements(importSettings)
  async import(@Checked(importSettings) { query, body }: Input<typeof importSettings>): Promise<Result<typeof importSettings>> {
    const isDryRun = isYes(query.dry_run);
    const report = await this.transfer.import(body, { isDryRun });
    return { data: report, message: isDryRun ? 'Nothing was changed' : 'Settings imported' };
  }
}
