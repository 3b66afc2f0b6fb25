import { exportSettings, importSettings, isYes } from '#libs/contracts';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../../http/validated-input.js';
import { Implements, type Result } from '../../../http/implements-route.js';
import { UNKNOWN_SETTING } from './plan-settings.js';
import { SettingsTransfer } from './settings-transfer.service.js';

@Controller()
export class SettingsTransferController {
  constructor(private readonly transfer: SettingsTransfer) {}

  @Implements(exportSettings)
  async export(
    @ValidatedInput(exportSettings) _: Input<typeof exportSettings>,
  ): Promise<Result<typeof exportSettings>> {
    return { data: await this.transfer.export() };
  }

  @Implements(importSettings)
  async import(
    @ValidatedInput(importSettings) { query, body }: Input<typeof importSettings>,
  ): Promise<Result<typeof importSettings>> {
    const isDryRun = isYes(query.dry_run);
    const data = await this.transfer.import(body, { isDryRun, confirmed: query.confirm?.split(',') ?? [] });
    const unknown = data.settings.skipped.filter(({ why }) => why === UNKNOWN_SETTING).map(({ key }) => key);
    if (isDryRun) return { data, message: message('answer.nothing-changed') };
    return {
      data,
      message:
        unknown.length === 0
          ? message('answer.settings-imported')
          : message('answer.settings-imported.unknown', { keys: listed(unknown) }),
    };
  }
}

/** Maximum number of names in the message; the data contains all of them. */
const MAX_LISTED = 20;
const listed = (keys: readonly string[]): string =>
  [...keys.slice(0, MAX_LISTED), ...(keys.length > MAX_LISTED ? ['...'] : [])].join(', ');
