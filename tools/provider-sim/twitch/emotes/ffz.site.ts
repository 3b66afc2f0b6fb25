import { withFaults } from '../answer-fault.js';
import { sendJson } from '../send-json.js';
import type { SitePorts } from '../site-ports.js';
import type { Site, SiteExchange } from '../site.js';
import type { TwitchChannel } from '../world.js';
import {
  isEmptyAt,
  isRegistered,
  channelThirdParty,
  FFZ_EFFECTS,
  FFZ_EFFECTS_SET,
  FFZ_GLOBAL,
  FFZ_HIDDEN,
  type ThirdPartyEmote,
} from './third-party-emotes.js';

const CDN = 'cdn.frankerfacez.com';
const GLOBAL_SET = '3';
const HIDDEN_SET = '4330';

/** A URL without its scheme, as FFZ has returned: it uses the scheme of the list. */
const bare = (url: string): string => url.replace(/^https?:/, '');

function rowOf(emote: ThirdPartyEmote, exchange: SiteExchange): object {
  const at = (folder: string): object =>
    Object.fromEntries(
      emote.scales.map((scale) => [String(scale), `${exchange.base(CDN)}/emote/${emote.id}/${folder}${String(scale)}`]),
    );
  const urls =
    emote.name === 'ZrehplaR'
      ? Object.fromEntries(Object.entries(at('')).map(([scale, url]) => [scale, bare(String(url))]))
      : at('');
  const { modifierFlags } = emote;
  return {
    id: Number(emote.id),
    name: emote.name,
    width: emote.width,
    height: emote.height,
    public: true,
    hidden: false,
    modifier: modifierFlags !== null,
    modifier_flags: modifierFlags ?? 0,
    offset: null,
    margins: null,
    css: null,
    owner: { _id: 1, name: 'someone', display_name: 'SomeOne' },
    artist: null,
    urls,
    ...(emote.animated ? { animated: at('animated/') } : {}),
    status: 1,
    usage_count: 1,
  };
}

const setOf = (
  id: string,
  [title, emotes]: readonly [string, readonly ThirdPartyEmote[]],
  exchange: SiteExchange,
): readonly [string, object] => [
  id,
  {
    id: Number(id),
    _type: id === GLOBAL_SET ? 0 : 1,
    icon: null,
    title,
    css: null,
    emoticons: emotes.map((emote) => rowOf(emote, exchange)),
  },
];

const globalAnswer = (exchange: SiteExchange): object => ({
  default_sets: [Number(GLOBAL_SET), Number(FFZ_EFFECTS_SET)],
  sets: Object.fromEntries([
    setOf(GLOBAL_SET, ['Global Emotes', FFZ_GLOBAL], exchange),
    setOf(FFZ_EFFECTS_SET, ['Effects', FFZ_EFFECTS], exchange),
    setOf(HIDDEN_SET, ['Not for all', FFZ_HIDDEN], exchange),
  ]),
  users: {},
});

function roomAnswer(channel: TwitchChannel, exchange: SiteExchange): object {
  const set = String(500_000 + (Number(channel.userId) % 400_000));
  const emotes = isEmptyAt(channel.spec, 'ffz') ? [] : channelThirdParty(channel, 'ffz');
  return {
    room: {
      _id: Number(channel.userId),
      twitch_id: Number(channel.userId),
      id: channel.login,
      is_group: false,
      display_name: channel.displayName,
      set: Number(set),
      moderator_badge: null,
      vip_badge: null,
      mod_urls: null,
      user_badges: {},
      user_badge_ids: {},
      css: null,
    },
    sets: Object.fromEntries([setOf(set, [`Channel: ${channel.displayName}`, emotes], exchange)]),
  };
}

function answerOf(exchange: SiteExchange, { world }: SitePorts): object | null {
  const { pathname } = exchange.url;
  if (pathname === '/v1/set/global') return globalAnswer(exchange);
  const channel = world.byId(/^\/v1\/room\/id\/(\d+)$/.exec(pathname)?.[1] ?? '');
  return channel && isRegistered(channel.spec, 'ffz') ? roomAnswer(channel, exchange) : null;
}

/** api.frankerfacez.com (docs/reference/twitch.md#third-party-emotes). */
export const ffzSite = (ports: SitePorts): Site => ({
  hosts: ['api.frankerfacez.com'],
  handle: withFaults(ports.faults, 'emotes', (exchange) => {
    const answer = answerOf(exchange, ports);
    if (answer === null)
      sendJson(exchange, { status: 404, error: 'Not Found', message: 'No such room' }, { status: 404 });
    else sendJson(exchange, answer);
  }),
});
