import { type chatDumpJob, type JobInput } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { type Message, message, type OwnMessage } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { Sites } from '../../sites/sites.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { SiteLookup } from './site-lookup.service.js';

type Input = JobInput<typeof chatDumpJob>;
/**
 * The channel of a chat dump. `name`: used for the job, the file and the answers. `streamer.login` is empty if it is
 * unknown.
 */
export type DumpedChannel = Pick<Input, 'providerKind' | 'streamer'> & {
  readonly channelUuid: string | null;
  readonly name: string;
};

const onLogin = (
  refusal: OwnMessage,
  { fault, status }: { readonly fault: Message; readonly status: 400 | 404 },
): UserError => new UserError(refusal, { status, fields: [{ path: 'login', message: fault }] });

/** Determines the channel of a chat dump. */
@Injectable()
export class DumpedChannels {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly sites: Sites,
    private readonly lookup: SiteLookup,
  ) {}

  /**
   * Prefers a followed channel, so that a channel of any site can be dumped by its name.
   * @param login login of a followed channel, in Vodkeep or at its site; otherwise a login at the site that v0 supports
   * @throws UserError `unknown-channel` (404), `no-chat`
   */
  async of(login: string): Promise<DumpedChannel> {
    const channel = await this.channels.byRef(login);
    if (!channel) return this.atSite(login);
    return this.ofChannel(channel);
  }

  /**
   * Returns the channel of an earlier dump by its id, not a channel that has taken over its name since.
   * @throws UserError `no-chat`
   */
  async sameAs({ providerKind, streamer }: Input): Promise<DumpedChannel> {
    const channel = await this.channels.bySource(providerKind, streamer.id);
    return channel
      ? this.ofChannel(channel)
      : { channelUuid: null, providerKind, streamer, name: streamer.login || streamer.name };
  }

  /**
   * The login of a channel is unknown until its site was queried once. Then only the id determines whose chat is
   * recorded: Vodkeep's name may belong to another account at the site.
   */
  private ofChannel({ uuid, providerKind, sourceId, site, internalName, displayName }: ChannelEntity): DumpedChannel {
    if (!this.sites.of(providerKind).chat)
      throw onLogin(message('error.no-chat.site-of', { name: displayName }), {
        fault: message('field.site-without-chat'),
        status: 400,
      });
    const login = site?.login ?? '';
    return {
      channelUuid: uuid,
      providerKind,
      streamer: { id: sourceId, login, name: displayName },
      name: login || internalName,
    };
  }

  private async atSite(login: string): Promise<DumpedChannel> {
    const { sourceId, profile, suggestedName } = await this.lookup.user(login).catch((cause: unknown) => {
      if (cause instanceof UserError)
        throw onLogin(message('error.unknown-channel.user', { login }), {
          fault: message('field.not-channel-of-site'),
          status: 404,
        });
      throw cause;
    });
    const { kind } = this.lookup.site;
    return {
      channelUuid: (await this.channels.bySource(kind, sourceId))?.uuid ?? null,
      providerKind: kind,
      streamer: { id: sourceId, login: profile?.login ?? suggestedName, name: profile?.displayName ?? suggestedName },
      name: profile?.login ?? suggestedName,
    };
  }
}
