import {
  CONFIRM_CHANNELS,
  type ImportReport,
  SETTING_KEYS,
  type SettingKey,
  settingOf,
  SETTINGS_FORMAT,
  type SettingsFile,
  type View,
} from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../persistence/database/tx.js';
import { HttpConfig } from '../../../platform/http-config.js';
import { ChannelRepository } from '../../../persistence/repositories/channel.repository.js';
import { EditChannel } from '../../channel/edit-channel.js';
import { SourceAddresses } from '../../../sites/source-addresses.js';
import { GameRepository } from '../../../persistence/repositories/game.repository.js';
import { refuseFaults, Settings } from '../../../settings/settings.service.js';
import { ChannelImport } from './channel-import.js';
import { planSettings } from './plan-settings.js';
import { readSettingsFile } from './read-file.js';

/** Exports settings and channels as one file, and imports them. */
@Injectable()
export class SettingsTransfer {
  constructor(
    private readonly settings: Settings,
    private readonly channels: ChannelRepository,
    private readonly imports: ChannelImport,
    private readonly edits: EditChannel,
    private readonly transactions: Transactions,
    private readonly config: HttpConfig,
    private readonly games: GameRepository,
    private readonly addresses: SourceAddresses,
  ) {}

  /**
   * Exports everything that is not secret (addresses masked), including defaults, so that an import restores exactly
   * the saved state. Settings of the environment are not exported: an import would save them on another installation
   * and could open access there without the operator's decision.
   */
  async export(): Promise<SettingsFile> {
    const values = await this.settings.saved();
    const keys = SETTING_KEYS.filter(
      (key) => settingOf(key).secret !== true && settingOf(key).environment === undefined,
    );
    const channels = (await this.channels.all()).map((c) => ({
      uuid: c.uuid,
      provider: c.providerKind,
      internal_name: c.internalName,
      display_name: c.displayName,
      url: this.addresses.exportedOf(c),
      source_id: this.addresses.exportedIdOf(c),
      options: { ...c.options },
    }));
    return {
      format: SETTINGS_FORMAT,
      version: 1,
      app_version: this.config.version,
      exported_at: new Date().toISOString(),
      settings: Object.fromEntries(keys.map((key) => [key, values[key]])),
      channels,
      favourites: await this.games.favourites(),
    };
  }

  /**
   * @param confirmed what the caller confirms of `ImportReport.confirm`
   * @throws UserError `invalid-input`: the file has faults; the error lists a hundred of them. `import-unconfirmed` (409).
   * In both cases, nothing was changed.
   */
  async import(
    body: Readonly<Record<string, unknown>>,
    { isDryRun, confirmed }: { readonly isDryRun: boolean; readonly confirmed: readonly string[] },
  ): Promise<View<typeof ImportReport>> {
    const reading = await readSettingsFile(body);
    refuseFaults(reading);
    const { contents } = reading;
    const { report, touched } = await this.transactions.run(async (tx) => {
      const settings = planSettings(
        contents.settings,
        { values: this.settings.all(), given: this.settings.lockedSettings() },
        contents.root,
      );
      const channels = await this.imports.plan(contents.channels, tx);
      const validate = await this.settings.validate(settings.changes, contents.root);
      refuseFaults({ faults: [...settings.faults, ...validate, ...channels.faults] });
      const known = new Set(await this.games.favourites(tx));
      const favourites = contents.favourites.filter((id) => !known.has(id));
      const report: View<typeof ImportReport> = {
        dry_run: isDryRun,
        confirm: namesToConfirm(settings.report, channels.report),
        favourites: new Set(favourites).size,
        settings: settings.report,
        channels: channels.report,
      };
      if (isDryRun) return { report, touched: [] };
      refuseUnconfirmed(report.confirm.filter((name) => !confirmed.includes(name)));
      await this.settings.write(settings.changes, tx);
      await this.games.addFavourites(favourites, tx);
      return { report, touched: await this.imports.apply(channels, tx) };
    });
    if (!isDryRun) await this.settings.applySaved();
    // Has the effect of a manual edit of each channel: the channel is checked, its recording uses the new options, and
    // the pages update.
    for (const { uuid, no_capture } of touched) await this.edits.run(uuid, { no_capture });
    return report;
  }
}

function namesToConfirm(
  settings: View<typeof ImportReport>['settings'],
  { added }: View<typeof ImportReport>['channels'],
): string[] {
  const keys = settings.changed.map(({ key }) => key).filter((key) => settingOf(key as SettingKey).access === true);
  return added.some(({ confirm }) => confirm) ? [...keys, CONFIRM_CHANNELS] : keys;
}

function refuseUnconfirmed(names: readonly string[]): void {
  if (names.length === 0) return;
  throw new UserError(message('error.import-unconfirmed', { names: names.join(', ') }), {
    status: 409,
    fields: names.map((path) => ({ path, message: message('field.unconfirmed') })),
  });
}
