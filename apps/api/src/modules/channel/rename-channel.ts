import { localizedOf, onFields, UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type ChannelIdentity } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Transactions, type Tx } from '../../persistence/database/tx.js';
import { Sites } from '../../sites/sites.js';
import { ChannelRenames } from '../naming/channel-renames.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { CHANNEL_MISSING } from './channel-faults.js';
import { onField } from './channel-form.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';

const REQUEST_MS = 15_000;

/** Renames a channel after its site renamed the account. The account must be the same one. */
@Injectable()
export class RenameChannel {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly vods: VodRepository,
    private readonly sites: Sites,
    private readonly renames: ChannelRenames,
    private readonly notifier: UiNotifier,
  ) {}

  /**
   * @returns name of the job that renames the VODs
   * @throws UserError `name-unchanged`, `name-taken`, `other-account`, `channel-capturing` (409), `job-running` (409)
   */
  async run(before: ChannelEntity, newLogin: string): Promise<string> {
    if (before.internalName === newLogin) throw onField('new_login', 'name-unchanged', message('field.own-name'));
    const identity = await this.identify(before, newLogin);
    const job = await this.transactions.run((tx) => this.saveNewLogin(before.uuid, { newLogin, identity }, tx));
    this.renames.started(job);
    this.notifier.notify('channel', before.uuid);
    return job;
  }

  /** Returns null for a site without channel metadata: there only Vodkeep uses the name. */
  private async identify(
    { site, providerKind, sourceId, displayName }: ChannelEntity,
    newLogin: string,
  ): Promise<ChannelIdentity | null> {
    if (!site) return null;
    const identity = await this.sites
      .of(providerKind)
      .identify(newLogin, AbortSignal.timeout(REQUEST_MS))
      .catch(onNewLogin);
    if (identity.sourceId !== sourceId)
      throw onField('new_login', 'other-account', message('field.name-of-other-account', { name: displayName }));
    return identity;
  }

  private async refuse({ uuid, displayName }: ChannelEntity, newLogin: string, tx: Tx): Promise<void> {
    if (await this.vods.isRecording(uuid, tx))
      throw new UserError(message('error.channel-capturing.rename', { name: displayName }), { status: 409 });
    if (await this.channels.byName(newLogin, tx))
      throw onField('new_login', 'name-taken', message('field.name-of-other-channel'));
  }

  private async saveNewLogin(
    uuid: string,
    { newLogin, identity }: { readonly newLogin: string; readonly identity: ChannelIdentity | null },
    tx: Tx,
  ): Promise<string> {
    const channel = await this.channels.lock(uuid, tx);
    if (!channel) throw CHANNEL_MISSING();
    await this.refuse(channel, newLogin, tx);
    const from = channel.internalName;
    if (isOurName(channel)) channel.displayName = identity?.profile?.displayName ?? newLogin;
    if (identity?.profile)
      Object.assign(channel, { sourceUrl: identity.sourceUrl, site: { ...identity.profile, at: Date.now() } });
    channel.internalName = newLogin;
    channel.editVersion += 1;
    await this.channels.save(channel, tx);
    return this.renames.followIn(channel, from, tx);
  }
}

/** Whether the display name is the default. A display name that the operator chose does not change. */
const isOurName = ({ displayName, internalName, site }: ChannelEntity): boolean =>
  displayName === internalName || displayName === site?.displayName;

/** Moves the error of a look-up to the field `new_login`. */
function onNewLogin(thrown: unknown): never {
  if (!(thrown instanceof UserError)) throw thrown;
  throw onFields(thrown, [{ path: 'new_login', message: localizedOf(thrown) }]);
}
