import { type ChannelEdit, MASK, type NewChannel, sourceFieldOf, sourceOf, v0ProviderOf } from '#libs/contracts';
import { words } from '#libs/domain';
import { UserError } from '#libs/errors';
import { type ChannelIdentity } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { UiBell } from '../../core/ui-bell.js';
import { Transactions, type Tx } from '../../db/tx.js';
import { LiveWatch } from '../../live-watch/live-watch.js';
import { Sites } from '../../sites/sites.js';
import { Recording } from '../../workflows/recording.js';
import { Deletions } from '../vod/deletions.js';
import { VodRepository } from '../vod/vod.repository.js';
import { CHANNEL_MISSING } from './channel-faults.js';
import { type ChannelOptions } from './channel-options.js';
import { type ChannelEntity } from './channel.entity.js';
import { ChannelRepository } from './channel.repository.js';
import { isMaskedAddress, shownAddress } from './shown-address.js';

const IDENTIFY_MS = 15_000;

/** Following, changing and leaving channels. A refusal stores nothing. */
@Injectable()
export class ChannelService {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly vods: VodRepository,
    private readonly recording: Recording,
    private readonly deletions: Deletions,
    private readonly watch: LiveWatch,
    private readonly bell: UiBell,
    private readonly sites: Sites,
  ) {}

  /** @throws UserError on the field at fault: `url`, `internalName`, `provider` */
  async add(form: NewChannel): Promise<{ channel: ChannelEntity; remark: string }> {
    const field = sourceFieldOf(form);
    const uuid = randomUUID();
    const identity = await this.identified(form).catch(asFaultOf(field));
    await this.transactions
      .run(async (tx) => {
        await this.refuseDuplicate({ kind: form.provider, sourceId: identity.sourceId, uuid }, tx);
        const internalName = form.internalName ?? (await this.channels.freeName(identity.suggestedName, tx));
        if (await this.channels.byName(internalName, tx))
          throw onField('internalName', 'name-taken', `'${internalName}' is the name of another channel`);
        await this.channels
          .insert(
            {
              uuid,
              providerKind: form.provider,
              internalName,
              displayName: form.displayName ?? identity.facts?.displayName ?? form.internalName ?? internalName,
              sourceUrl: identity.sourceUrl,
              sourceId: identity.sourceId,
              credentials: this.sites.seal(uuid, identity.authorization),
              options: optionsOf(form),
              site: identity.facts && { ...identity.facts, at: Date.now() },
              createdAt: new Date(),
              verdictState: 'unknown',
              verdictReason: '',
            },
            tx,
          )
          .catch(asDuplicate);
      })
      .catch(asFaultOf(field));
    this.sites.wantPictures(identity.facts);
    this.watch.askNow(uuid);
    this.bell.ring('channel', uuid);
    return { channel: await this.get(uuid), remark: identity.remark };
  }

  /** Changes only what was sent; a new address is looked at first. */
  async edit(ref: string, form: ChannelEdit): Promise<ChannelEntity> {
    const before = await this.get(ref);
    const { uuid } = before;
    refuseIdentityChange(before, form);
    const address = newAddress(before, form);
    const identity =
      address === null
        ? null
        : await this.sites.of(before.providerKind).identify(address, AbortSignal.timeout(IDENTIFY_MS));
    await this.transactions.run(async (tx) => {
      const channel = await this.channels.lock(uuid, tx);
      if (!channel) throw CHANNEL_MISSING();
      if (identity) await this.refuseDuplicate({ kind: before.providerKind, sourceId: identity.sourceId, uuid }, tx);
      if (identity) this.applyIdentity(channel, identity);
      if (form.displayName !== undefined) channel.displayName = form.displayName;
      channel.options = { ...channel.options, ...optionsOf(form) };
      if (form.no_capture === true) channel.forcedStreamId = null;
      await this.channels.save(channel, tx).catch(asDuplicate);
    });
    for (const vod of await this.vods.assignedOf(uuid))
      await (form.no_capture === true
        ? this.recording.end(vod.uuid, 'recording was switched off')
        : this.recording.assignAgain(vod.uuid));
    this.watch.askNow(uuid);
    this.bell.ring('channel', uuid);
    return this.get(uuid);
  }

  /** @throws UserError `channel-capturing` (409) */
  async remove(ref: string, { withVods }: { withVods: boolean }): Promise<ChannelEntity> {
    const channel = await this.get(ref);
    const { uuid } = channel;
    if (await this.vods.isRecording(uuid))
      throw new UserError(
        'channel-capturing',
        `${channel.displayName} is being recorded. Stop the recording first, then delete the channel.`,
        { status: 409 },
      );
    if (withVods) {
      const listed = (await this.vods.listOf([uuid])).filter((v) => v.archivedAt === null);
      const kept = listed.filter((v) => v.preventDeletion);
      if (kept.length > 0)
        throw new UserError(
          'vod-protected',
          `${kept.length} of its VODs are protected. Lift the protection, or delete the channel without its VODs.`,
          { status: 409 },
        );
      await this.deletions.these(
        listed.map((v) => v.uuid),
        words('VODs of {{name}}', { name: channel.displayName }),
      );
    }
    await this.transactions.run((tx) => this.channels.remove(uuid, tx));
    this.watch.forget(uuid);
    this.bell.ring('channel-removed', uuid);
    return channel;
  }

  /** @param ref its uuid or its login @throws UserError `channel-missing` (404) */
  async get(ref: string): Promise<ChannelEntity> {
    const channel = await this.channels.byRef(ref);
    if (!channel) throw CHANNEL_MISSING();
    return channel;
  }

  private identified(form: NewChannel): Promise<ChannelIdentity> {
    return Promise.resolve().then(() => {
      refuseMasked(sourceOf(form));
      return this.sites.of(form.provider).identify(sourceOf(form), AbortSignal.timeout(IDENTIFY_MS));
    });
  }

  private applyIdentity(channel: ChannelEntity, identity: ChannelIdentity): void {
    channel.sourceUrl = identity.sourceUrl;
    channel.sourceId = identity.sourceId;
    // A new address without user info has none: what is stored may be meant for another server.
    channel.credentials = this.sites.seal(channel.uuid, identity.authorization);
  }

  private async refuseDuplicate(
    { kind, sourceId, uuid }: { kind: string; sourceId: string; uuid: string },
    tx: Tx,
  ): Promise<void> {
    const known = await this.channels.bySource(kind, sourceId, tx);
    if (known && known.uuid !== uuid)
      throw onField('url', 'duplicate-channel', `is followed already, as ${known.displayName}`);
  }
}

const onField = (
  path: string,
  code: 'name-taken' | 'fixed-field' | 'duplicate-channel' | 'masked-address',
  message: string,
) =>
  new UserError(code, `${path} ${message}`, {
    status: code === 'duplicate-channel' ? 409 : 400,
    fields: [{ path, message }],
  });

const IDENTITY: ReadonlySet<string> = new Set([
  'url',
  'displayName',
  'provider',
  'login',
  'channel_id',
  'slug',
  'internalId',
  'internalName',
  'id',
  'uuid',
]);

function optionsOf(form: NewChannel | ChannelEdit): ChannelOptions {
  return Object.fromEntries(Object.entries(form).filter(([key, value]) => value !== undefined && !IDENTITY.has(key)));
}

/**
 * A v0 client sends the identity back with its form; a different one is a mistake, not a wish that is dropped without a
 * word.
 */
function refuseIdentityChange(channel: ChannelEntity, form: ChannelEdit): void {
  if (form.internalName !== undefined && form.internalName !== channel.internalName)
    throw onField('internalName', 'fixed-field', 'cannot be changed; files are called after it');
  if (
    form.provider !== undefined &&
    form.provider !== channel.providerKind &&
    form.provider !== v0ProviderOf(channel.providerKind)
  )
    throw onField('provider', 'fixed-field', 'cannot be changed');
  if (form.uuid !== undefined && form.uuid !== channel.uuid)
    throw onField('uuid', 'fixed-field', 'is not the uuid of this channel');
}

/** Null where the form names the one it has, also as it is shown. */
function newAddress({ sourceUrl }: ChannelEntity, { url }: ChannelEdit): string | null {
  if (url === undefined || url === sourceUrl || url === shownAddress(sourceUrl)) return null;
  refuseMasked(url);
  return url;
}

/** Nobody but the server that it came from knows what stands behind the mask. */
function refuseMasked(address: string): void {
  if (isMaskedAddress(address))
    throw onField('url', 'masked-address', `holds ${MASK} in place of a secret; paste the whole address`);
}

/** A form of v0 names its channel by another field than `url`: what is wrong with it is said of that one. */
const asFaultOf =
  (field: string) =>
  (thrown: unknown): never => {
    if (field === 'url' || !(thrown instanceof UserError) || !thrown.fields.some(({ path }) => path === 'url'))
      throw thrown;
    const fields = thrown.fields.map((fault) => (fault.path === 'url' ? { ...fault, path: field } : fault));
    throw new UserError(thrown.code, thrown.message.replace(/^url(?=[ :])/, field), {
      status: thrown.status as 400 | 404 | 409,
      fields,
      cause: thrown,
    });
  };

/** Two requests at once: the unique index decides, and the loser hears the same words. */
function asDuplicate(thrown: unknown): never {
  const constraint =
    typeof thrown === 'object' && thrown !== null && 'driverError' in thrown
      ? String((thrown.driverError as { constraint?: string }).constraint)
      : '';
  if (constraint.includes('internal_name'))
    throw onField('internalName', 'name-taken', 'is the name of another channel');
  if (constraint.includes('source_id')) throw onField('url', 'duplicate-channel', 'is followed already');
  throw thrown;
}
