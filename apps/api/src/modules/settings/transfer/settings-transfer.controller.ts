import { exportSettings, importSettings, type ImportReport, isYes } from '#libs/contracts';
import { Controller, Res } from '@nestjs/common';
import { type Response } from 'express';
import { Checked, type Input } from '../../../http/checked.js';
import { Implements, type Result } from '../../../http/implements-route.js';
import { speakNote } from '../../../i18n/speak.js';
import { UNKNOWN_SETTING } from './plan-settings.js';
import { SettingsTransfer } from './settings-transfer.service.js';

@Controller()
export class SettingsTransferController {
  constructor(private readonly transfer: SettingsTransfer) {}

  @Implements(exportSettings)
  async export(@Checked(exportSettings) _: Input<typeof exportSettings>): Promise<Result<typeof exportSettings>> {
    return { data: await this.transfer.export() };
  }

  @Implements(importSettings)
  async import(
    @Checked(importSettings) { query, body }: Input<typeof importSettings>,
    @Res({ passthrough: true }) res: Response,
  ): Promise<Result<typeof importSettings>> {
    const isDryRun = isYes(query.dry_run);
    const report = await this.transfer.import(body, { isDryRun });
    const unknown = report.settings.skipped.filter(({ why }) => why === UNKNOWN_SETTING).map(({ key }) => key);
    const data = spoken(report, res);
    if (isDryRun) return { data, message: 'Nothing was changed' };
    return {
      data,
      message:
        unknown.length === 0 ? 'Settings imported' : `Settings imported. Not known, and left out: ${listed(unknown)}`,
    };
  }
}

/** How many names an answer tells; the data has all of them. */
const TOLD = 20;
const listed = (keys: readonly string[]): string =>
  [...keys.slice(0, TOLD), ...(keys.length > TOLD ? ['...'] : [])].join(', ');

function spoken({ settings, channels, ...report }: ImportReport, res: Response): ImportReport {
  const told = <S extends { readonly why: string }>(skipped: readonly S[]): S[] =>
    skipped.map((one) => ({ ...one, why: speakNote(res, one.why) }));
  return {
    ...report,
    settings: { ...settings, skipped: told(settings.skipped) },
    channels: { ...channels, skipped: told(channels.skipped) },
  };
}
