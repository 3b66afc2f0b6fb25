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
 * Whose chat it is. `name`: what its job, its file and answers call it; `streamer.login` is empty where it is not
 * known.
 */
export type DumpedChannel = Pick<Input, 'providerKind' | 'streamer'> & {
  readonly channelUuid: string | null;
  readonly name: string;
};

const onLogin = (
  refusal: OwnMessage,
  { fault, status }: { readonly fault: Message; readonly status: 400 | 404 },
): UserError => new UserError(refusal, { status, fields: [{ path: 'login', message: fault }] });

/** Whose chat is meant to be written down. */
@Injectable()
export class DumpedChannels {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly sites: Sites,
    private readonly lookup: SiteLookup,
  ) {}

  /**
   * A followed channel goes first, so that one of any site can be meant by its name.
   * @param login by our name or its site's; else of one at the site that v0 knows
   * @throws UserError `unknown-channel` (404), `no-chat`
   */
  async of(login: string): Promise<DumpedChannel> {
    const channel = await this.channels.byRef(login);
    if (!channel) return this.atSite(login);
    return this.ofChannel(channel);
  }

  /** The channel of a dump, not one that has got its name since. @throws UserError `no-chat` */
  async sameAs({ providerKind, streamer }: Input): Promise<DumpedChannel> {
    const channel = await this.channels.bySource(providerKind, streamer.id);
    return channel
      ? this.ofChannel(channel)
      : { channelUuid: null, providerKind, streamer, name: streamer.login || streamer.name };
  }

  /**
   * Of one whose site was not asked yet nobody knows the login: its id alone decides whose chat it is, for ours may be
   * a stranger's there.
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
    const {
      sourceId,
      profile: facts,
      suggestedName,
    } = await this.lookup.user(login).catch((cause: unknown) => {
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
      streamer: { id: sourceId, login: facts?.login ?? suggestedName, name: facts?.displayName ?? suggestedName },
      name: facts?.login ?? suggestedName,
    };
  }
}
