import { isAppError, messageOf, OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { type ChatAssetList, type ChatAsset } from '../../kit/chat-source.js';
import { type SiteAddresses } from '../../kit/site-addresses.js';
import { type GqlOperation } from '../gql/gql-operation.js';
import { type Gql } from '../gql/gql.js';
import { fetchText } from '../http/fetch-text.js';
import { badgesQuestion, readBadges } from './badges.wire.js';
import { bttvEmotes } from './bttv.wire.js';
import { cheersQuestion, readCheers } from './cheers.wire.js';
import { ffzEmotes } from './ffz.wire.js';
import { knownAddress } from './known-address.js';
import { sevenTvEmotes } from './seven-tv.wire.js';

type Read = (json: unknown, address: (url: string) => string | null) => readonly ChatAsset[];
interface Listed {
  readonly name: string;
  readonly host: string;
  readonly path: string;
  readonly read: Read;
}

const SERVICE_MS = 5000;
/** Twitch's emote sizes: name and multiple of 28 px. */
const EMOTE_SIZES = [
  ['3.0', 4],
  ['2.0', 2],
  ['1.0', 1],
] as const;
const EMOTE_PX = 28;

/**
 * All images that a channel's chat can show, from Twitch and from the services that viewers' browser extensions add.
 */
export class TwitchAssets {
  constructor(
    private readonly sites: SiteAddresses,
    private readonly gql: Gql,
    private readonly serviceMs = SERVICE_MS,
  ) {}

  /**
   * Requests all services in parallel, each with its own time limit.
   * @param userId the channel's id
   */
  async of(userId: string, signal: AbortSignal): Promise<ChatAssetList> {
    const lists = await Promise.all(this.services(userId).map((service) => this.load(service, signal)));
    return { assets: lists.flatMap(({ assets }) => assets), failures: lists.flatMap(({ failures }) => failures) };
  }

  /**
   * The addresses of a Twitch emote: https://dev.twitch.tv/docs/chat/irc/ (emotes), CDN v2. `default` is animated if
   * the emote is.
   */
  emote(id: string, name: string): ChatAsset {
    const urls = EMOTE_SIZES.map(([size, scale]) => ({
      url: this.sites.http('static-cdn.jtvnw.net', `/emoticons/v2/${encodeURIComponent(id)}/default/dark/${size}`),
      scale,
    }));
    return {
      kind: 'emote',
      source: 'twitch',
      id,
      name,
      zeroWidth: false,
      global: true,
      color: null,
      width: EMOTE_PX,
      height: EMOTE_PX,
      urls,
    };
  }

  private services(userId: string): readonly AssetService[] {
    const id = encodeURIComponent(userId);
    const bttv = this.sites.http('cdn.betterttv.net', '');
    return [
      this.serviceOf("Twitch's badges", badgesQuestion(userId), readBadges),
      this.serviceOf("Twitch's cheermotes", cheersQuestion(userId), readCheers),
      this.listed({
        name: "BetterTTV's global emotes",
        host: 'api.betterttv.net',
        path: '/3/cached/emotes/global',
        read: (json) => bttvEmotes(json, { cdn: bttv, global: true }),
      }),
      this.listed({
        name: "the channel's BetterTTV emotes",
        host: 'api.betterttv.net',
        path: `/3/cached/users/twitch/${id}`,
        read: (json) => bttvEmotes(json, { cdn: bttv, global: false }),
      }),
      this.listed({
        name: "FrankerFaceZ's global emotes",
        host: 'api.frankerfacez.com',
        path: '/v1/set/global',
        read: (json, address) => ffzEmotes(json, { address, global: true }),
      }),
      this.listed({
        name: "the channel's FrankerFaceZ emotes",
        host: 'api.frankerfacez.com',
        path: `/v1/room/id/${id}`,
        read: (json, address) => ffzEmotes(json, { address, global: false }),
      }),
      this.listed({
        name: "7TV's global emotes",
        host: '7tv.io',
        path: '/v3/emote-sets/global',
        read: (json, address) => sevenTvEmotes(json, { address, global: true }),
      }),
      this.listed({
        name: "the channel's 7TV emotes",
        host: '7tv.io',
        path: `/v3/users/twitch/${id}`,
        read: (json, address) => sevenTvEmotes(json, { address, global: false }),
      }),
    ];
  }

  private serviceOf(name: string, question: GqlOperation, read: Read): AssetService {
    const address = this.addressFrom(this.sites.http('gql.twitch.tv', '/gql'));
    return {
      name,
      load: async (signal) => {
        const [result] = await this.gql.run([question], {}, signal);
        return read(result?.data, address);
      },
    };
  }

  private listed({ name, host, path, read }: Listed): AssetService {
    const url = this.sites.http(host, path);
    return {
      name,
      load: async (signal) => {
        const json = await fetchJson(url, signal);
        return json === null ? [] : read(json, this.addressFrom(url));
      },
    };
  }

  private addressFrom(base: string): (url: string) => string | null {
    return (url) => knownAddress(this.sites, url, base);
  }

  private async load(service: AssetService, signal: AbortSignal): Promise<ChatAssetList> {
    const timeout = AbortSignal.timeout(this.serviceMs);
    try {
      return { assets: await service.load(AbortSignal.any([signal, timeout])), failures: [] };
    } catch (thrown) {
      signal.throwIfAborted();
      if (!timeout.aborted && !isAppError(thrown)) throw thrown;
      return {
        assets: [],
        failures: [
          `${service.name} could not be had: ${timeout.aborted ? `no answer within ${this.serviceMs / 1000} s` : messageOf(thrown)}`,
        ],
      };
    }
  }
}

/** One list of images, which can fail independently of the others. */
interface AssetService {
  /** Shown to the operator in `<name> could not be had: ...`. */
  readonly name: string;
  load(signal: AbortSignal): Promise<readonly ChatAsset[]>;
}

/**
 * Loads a list of an emote service. Null: 404, the channel is not registered there.
 * @throws OutsideError `site-away`: any other response that is not JSON
 */
async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const { status, text } = await fetchText({ url, headers: { accept: 'application/json' } }, signal);
  if (status === 404) return null;
  if (status !== 200) throw new OutsideError(message('error.site-away.status', { status }));
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OutsideError(message('error.site-away.no-json'), { cause });
  }
}
