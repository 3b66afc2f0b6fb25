import { type ChannelEdit, NO_ACCESS, type SourceAccess } from '#libs/contracts';
import { message } from '#libs/messages';
import { type ChannelIdentity } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { type EditedField, isStale, logReplaced } from '../../platform/edit-conflict.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Transactions } from '../../persistence/database/tx.js';
import { LiveWatch } from '../../detection/live-watch.js';
import { Sites } from '../../sites/sites.js';
import { Recording } from '../../recordings/recording.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { CHANNEL_MISSING } from './channel-faults.js';
import { asDuplicate, FOLLOWED, IDENTIFY_MS, newAddress, optionsOf, refuseIdentityChange } from './channel-form.js';
import { accessAt, changesAccess, splitAccess, withAccessOf } from './source-access-form.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { originOf } from '../../sites/masked-address.js';

/** Edits a channel. A rejected request changes nothing. */
@Injectable()
export class EditChannel {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly vods: VodRepository,
    private readonly recording: Recording,
    private readonly watch: LiveWatch,
    private readonly notifier: UiNotifier,
    private readonly sites: Sites,
  ) {}

  /**
   * Changes only the fields that the form contains. Checks a new address first.
   * @param ref uuid or login
   * @returns the channel; null if the form was made from an outdated version
   * @throws UserError `channel-missing` (404); `fixed-field`, `masked-address`, `bad-certificate` or `duplicate-channel`
   *   with the field at fault; of the sealer, if the form changes a part of an access that cannot be opened
   */
  async run(ref: string, { version, ...sent }: ChannelEdit): Promise<ChannelEntity | null> {
    const before = await this.channels.byRef(ref);
    if (!before) throw CHANNEL_MISSING();
    const { uuid } = before;
    refuseIdentityChange(before, sent);
    const identity = await this.newIdentity(before, sent);
    const replaced = await this.transactions.run(async (tx) => {
      const channel = await this.channels.lock(uuid, tx);
      if (!channel) throw CHANNEL_MISSING();
      if (isStale(version, channel.editVersion)) return null;
      const source = identity && this.sites.addresses.columnsOf(before.providerKind, uuid, identity);
      const known = source && (await this.channels.bySource(before.providerKind, source.sourceId, tx));
      if (known && known.uuid !== uuid) throw FOLLOWED(known.displayName);
      const { form, access } = this.accessOf(channel, sent);
      const fields = editedFields(channel, form, identity);
      this.applySource(channel, identity, access);
      if (sent.displayName !== undefined) channel.displayName = sent.displayName;
      channel.options = { ...channel.options, ...optionsOf(form) };
      if (sent.no_capture === true) channel.forcedStreamId = null;
      channel.editVersion += 1;
      await this.channels.save(channel, tx).catch(asDuplicate);
      return fields;
    });
    if (replaced === null) return null;
    if (version === undefined) logReplaced(`channel ${before.internalName}`, replaced);
    for (const vod of await this.vods.assignedOf(uuid))
      await (sent.no_capture === true
        ? this.recording.end(vod.uuid, message('capture.switched-off'))
        : this.recording.assignAgain(vod.uuid));
    this.watch.checkNow(uuid);
    this.notifier.notify('channel', uuid);
    const channel = await this.channels.byRef(uuid);
    if (!channel) throw CHANNEL_MISSING();
    return channel;
  }

  private async newIdentity(channel: ChannelEntity, form: ChannelEdit): Promise<ChannelIdentity | null> {
    const address = this.newAddress(channel, form);
    if (address === null) return null;
    const access = this.accessOf(channel, form).access ?? NO_ACCESS;
    return this.sites.of(channel.providerKind).identify(address, AbortSignal.timeout(IDENTIFY_MS), access);
  }

  private newAddress(channel: ChannelEntity, form: ChannelEdit): string | null {
    return newAddress(channel, this.addressOf(channel), form);
  }

  /** Null if it cannot be opened; the form then enters it again. */
  private addressOf(channel: ChannelEntity): string | null {
    try {
      return this.sites.addresses.addressOf(channel);
    } catch {
      return null;
    }
  }

  /** The form without secrets, and the access to the source; null if the form leaves it as it is. */
  private accessOf(
    channel: ChannelEntity,
    form: ChannelEdit,
  ): { readonly form: ChannelEdit; readonly access: SourceAccess | null } {
    if (this.newAddress(channel, form) === null && !changesAccess(form)) return { form, access: null };
    return splitAccess(form, channel.providerKind, this.storedAccess(channel, form));
  }

  /** Credentials that cannot be opened are no obstacle to a form that replaces them. */
  private storedAccess(channel: ChannelEntity, form: ChannelEdit): SourceAccess {
    const address = this.newAddress(channel, form);
    try {
      return accessAt(this.sites.accessOf(channel), channel.sourceUrl, address);
    } catch (thrown) {
      if (address === null && form.source_headers === undefined && form.source_ca === undefined) throw thrown;
      return NO_ACCESS;
    }
  }

  /** The form then sets the options that show the access. */
  private applySource(channel: ChannelEntity, identity: ChannelIdentity | null, access: SourceAccess | null): void {
    if (identity) {
      const source = this.sites.addresses.columnsOf(channel.providerKind, channel.uuid, identity);
      Object.assign(channel, { ...source, sourceNetwork: identity.network });
    }
    if (!access) return;
    // A new address without user info clears the stored login, which may belong to another server.
    const login = identity ? identity.authorization : access.login;
    channel.credentials = this.sites.sealAccess(channel.uuid, { ...access, login });
    channel.options = withAccessOf(channel.options);
  }
}

/** Lists the changed fields. Of addresses only the host, because the rest may contain secrets. */
function editedFields(
  { displayName, sourceUrl, options }: ChannelEntity,
  form: ChannelEdit,
  identity: ChannelIdentity | null,
): EditedField[] {
  const named = [
    ...(form.displayName === undefined ? [] : [{ name: 'displayName', was: displayName, now: form.displayName }]),
    ...(identity ? [{ name: 'url', ...editedHost(sourceUrl, identity) }] : []),
  ];
  const before = new Map<string, unknown>(Object.entries(options));
  const chosen = Object.entries(optionsOf(form)).map(([name, now]) => ({
    name,
    was: jsonText(before.get(name)),
    now: jsonText(now),
  }));
  return [...named, ...chosen];
}

function editedHost(sourceUrl: string, identity: ChannelIdentity): Pick<EditedField, 'was' | 'now'> {
  const [was, now] = [originOf(sourceUrl), originOf(identity.sourceUrl)];
  return { was, now: was === now ? `${now} (another path or query)` : now };
}

const jsonText = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
