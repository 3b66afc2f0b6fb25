import { type NewChannel, NO_ACCESS, type SourceAccess, sourceFieldOf, sourceOf } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { type ChannelIdentity } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Transactions } from '../../persistence/database/tx.js';
import { LiveWatch } from '../../detection/live-watch.js';
import { Sites } from '../../sites/sites.js';
import { Deletions } from '../vod/deletions.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { CHANNEL_MISSING } from './channel-faults.js';
import { asDuplicate, asFaultOf, FOLLOWED, IDENTIFY_MS, onField, optionsOf, refuseMasked } from './channel-form.js';
import { splitAccess } from './source-access-form.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';

/** Adds and removes channels. A rejected request stores nothing. */
@Injectable()
export class ChannelService {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly vods: VodRepository,
    private readonly deletions: Deletions,
    private readonly watch: LiveWatch,
    private readonly notifier: UiNotifier,
    private readonly sites: Sites,
  ) {}

  /** @throws UserError with the field at fault: `url`, `internalName` or `provider` */
  async add(sent: NewChannel): Promise<{ channel: ChannelEntity; remark: Message | null }> {
    const { form, access } = splitAccess(sent, sent.provider, NO_ACCESS);
    const field = sourceFieldOf(form);
    const uuid = randomUUID();
    const identity = await this.resolveIdentity(form, access).catch(asFaultOf(field));
    await this.transactions
      .run(async (tx) => {
        const source = this.sites.addresses.columnsOf(form.provider, uuid, identity);
        const known = await this.channels.bySource(form.provider, source.sourceId, tx);
        if (known) throw FOLLOWED(known.displayName);
        const internalName = form.internalName ?? (await this.channels.freeName(identity.suggestedName, tx));
        if (await this.channels.byName(internalName, tx))
          throw onField('internalName', 'name-taken', message('field.named-is-other-channel', { name: internalName }));
        await this.channels
          .insert(
            {
              uuid,
              providerKind: form.provider,
              internalName,
              displayName: form.displayName ?? identity.profile?.displayName ?? form.internalName ?? internalName,
              ...source,
              sourceNetwork: identity.network,
              credentials: this.sites.sealAccess(uuid, { ...access, login: identity.authorization }),
              options: optionsOf(form),
              site: identity.profile && { ...identity.profile, at: Date.now() },
              createdAt: new Date(),
              verdictState: 'unknown',
              verdictReason: null,
            },
            tx,
          )
          .catch(asDuplicate);
      })
      .catch(asFaultOf(field));
    this.sites.wantPictures(identity.profile);
    this.watch.checkNow(uuid);
    this.notifier.notify('channel', uuid);
    return { channel: await this.get(uuid), remark: identity.remark };
  }

  /** @throws UserError `channel-capturing` (409), `vod-protected` (409) */
  async remove(ref: string, { withVods }: { withVods: boolean }): Promise<ChannelEntity> {
    const channel = await this.get(ref);
    const { uuid } = channel;
    if (await this.vods.isRecording(uuid))
      throw new UserError(message('error.channel-capturing', { name: channel.displayName }), { status: 409 });
    if (withVods) {
      const listed = (await this.vods.listOf([uuid])).filter((v) => v.archivedAt === null);
      const protectedVods = listed.filter((v) => v.preventDeletion);
      if (protectedVods.length > 0)
        throw new UserError(message('error.vod-protected.channel', { n: protectedVods.length }), { status: 409 });
      await this.deletions.deleteMany(
        listed.map((v) => v.uuid),
        message('job.title.vods', { name: channel.displayName }),
      );
    }
    await this.transactions.run((tx) => this.channels.remove(uuid, tx));
    this.watch.forget(uuid);
    this.notifier.notify('channel-removed', uuid);
    return channel;
  }

  /**
   * @param ref uuid or login
   * @throws UserError `channel-missing` (404)
   */
  async get(ref: string): Promise<ChannelEntity> {
    const channel = await this.channels.byRef(ref);
    if (!channel) throw CHANNEL_MISSING();
    return channel;
  }

  private async resolveIdentity(form: NewChannel, access: SourceAccess): Promise<ChannelIdentity> {
    refuseMasked(sourceOf(form));
    return this.sites.of(form.provider).identify(sourceOf(form), AbortSignal.timeout(IDENTIFY_MS), access);
  }
}
