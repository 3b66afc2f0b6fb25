import { withFaults } from '../answer-fault.js';
import { hexOf } from '../seeded.js';
import { sendJson } from '../send-json.js';
import type { SitePorts } from '../site-ports.js';
import type { Site, SiteExchange } from '../site.js';
import type { TwitchChannel } from '../world.js';
import {
  isEmptyAt,
  isRegistered,
  channelThirdParty,
  SEVEN_TV_GLOBAL,
  type ThirdPartyEmote,
} from './third-party-emotes.js';

const CDN = 'cdn.7tv.app';
/** Zero-width flags: set by the channel, and by the emote itself. */
const ZERO_WIDTH_HERE = 1;
const ZERO_WIDTH_ALWAYS = 256;
const FORMATS = ['WEBP', 'AVIF'] as const;
const SINCE = 1_700_000_000_000;

const files = ({ scales, width, height, animated }: ThirdPartyEmote): readonly object[] =>
  FORMATS.flatMap((format) =>
    scales.map((scale) => {
      const extension = format.toLowerCase();
      return {
        name: `${String(scale)}x.${extension}`,
        static_name: `${String(scale)}x_static.${extension}`,
        width: width * scale,
        height: height * scale,
        frame_count: animated ? 6 : 1,
        size: 1000 * scale,
        format,
      };
    }),
  );

function rowOf(emote: ThirdPartyEmote, exchange: SiteExchange): object {
  return {
    id: emote.id,
    name: emote.name,
    flags: emote.zeroWidth ? ZERO_WIDTH_HERE : 0,
    timestamp: SINCE,
    actor_id: null,
    data: {
      id: emote.id,
      name: emote.originalName,
      flags: emote.zeroWidth ? ZERO_WIDTH_ALWAYS : 0,
      lifecycle: 3,
      state: ['LISTED'],
      listed: true,
      animated: emote.animated,
      owner: null,
      tags: [],
      host: { url: `${exchange.base(CDN).replace(/^https?:/, '')}/emote/${emote.id}`, files: files(emote) },
    },
  };
}

interface SetName {
  readonly id: string;
  readonly name: string;
}
/** An empty set has no `emotes` field. */
const setOf = ({ id, name }: SetName, emotes: readonly ThirdPartyEmote[], exchange: SiteExchange): object => ({
  id,
  name,
  flags: 0,
  tags: [],
  immutable: false,
  privileged: false,
  ...(emotes.length > 0 ? { emotes: emotes.map((emote) => rowOf(emote, exchange)) } : {}),
  emote_count: emotes.length,
  capacity: 1000,
  owner: null,
});

const setIdOf = ({ userId }: TwitchChannel): string => `01${hexOf(`7tv set ${userId}`, 24).toUpperCase()}`;
const channelSet = (channel: TwitchChannel, exchange: SiteExchange): object =>
  setOf(
    { id: setIdOf(channel), name: `${channel.displayName}'s Emotes` },
    isEmptyAt(channel.spec, '7tv') ? [] : channelThirdParty(channel, '7tv'),
    exchange,
  );

function userRow(channel: TwitchChannel, exchange: SiteExchange): object {
  const { userId, login, displayName } = channel;
  const connection = {
    id: userId,
    platform: 'TWITCH',
    username: login,
    display_name: displayName,
    linked_at: SINCE,
    emote_capacity: 1000,
    emote_set_id: setIdOf(channel),
  };
  return {
    ...connection,
    emote_set: channelSet(channel, exchange),
    user: {
      id: `01${hexOf(`7tv user ${userId}`, 24).toUpperCase()}`,
      username: login,
      display_name: displayName,
      created_at: SINCE,
      avatar_url: '',
      style: {},
      role_ids: [],
      connections: [connection],
    },
  };
}

function answerOf(exchange: SiteExchange, { world }: SitePorts): object | null {
  const { pathname } = exchange.url;
  const isGlobal = pathname === '/v3/emote-sets/global';
  if (isGlobal) return setOf({ id: '01HKQT8EWR000ESSWF3625XCS4', name: 'Global Emotes' }, SEVEN_TV_GLOBAL, exchange);
  const [, kind, id = ''] = /^\/v3\/(users\/twitch|emote-sets)\/(\w+)$/.exec(pathname) ?? [];
  const channel = kind === 'emote-sets' ? world.channels.find((one) => setIdOf(one) === id) : world.byId(id);
  if (!channel || !isRegistered(channel.spec, '7tv')) return null;
  return kind === 'emote-sets' ? channelSet(channel, exchange) : userRow(channel, exchange);
}

/** 7tv.io, version 3 (docs/reference/twitch.md#third-party-emotes). */
export const sevenTvSite = (ports: SitePorts): Site => ({
  hosts: ['7tv.io'],
  handle: withFaults(ports.faults, 'emotes', (exchange) => {
    const answer = answerOf(exchange, ports);
    if (answer === null)
      sendJson(
        exchange,
        { status_code: 404, status: 'Not Found', error: 'unknown user', error_code: 12_000 },
        { status: 404 },
      );
    else sendJson(exchange, answer);
  }),
});
