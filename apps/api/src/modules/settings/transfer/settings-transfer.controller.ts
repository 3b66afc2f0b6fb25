import { exportSettings, importSettings, type ImportReport, isYes } from '#libs/contracts';
import { Controller, Res } from '@nestjs/common';
import { type Response } from 'express';
import { Checked, type Input } from '../../../http/checked.js';
import { Implements, type Result } from '../../../http/implements-route.js';
import { speakNote } from '../../../i18n/speak.js';
import { SettingsTransfer } from './settings-transfer.service.js';

@Controller()
export class SettingsTransferController {
  constructor(private readonly transfer: SettingsTransfer) {}

  @Implements(exportSettings)
  async export(@Checked(exportSettings) _: Input<typeof exportSettings>): Promise<Result<typeof exportSettings>> {
    return { data: await this.transfer.export() };
  }

  @Implements(importSettings)
  async import(@Checked(importSettings) { query, body }: Input<typeof importSettings>, @Res({ passthrough: true }) res: Response): Promise<Result<typeof importSettings>> {
    const isDryRun = isYes(query.dry_run);
    const report = await this.transfer.import(body, { isDryRun });
    return { data: spoken(report, res), message: isDryRun ? 'Nothing was changed' : 'Settings imported' };
  }
}

function spoken({ settings, channels, ...report }: ImportReport, res: Response): ImportReport {
  const told = <S extends { readonly why: string }>(skipped: readonly S[]): S[] => skipped.map((one) => ({ ...one, why: speakNote(res, one.why) }));
  return { ...report, settings: { ...settings, skipped: told(settings.skipped) }, channels: { ...channels, skipped: told(channels.skipped) } };
}
