import { hexOf } from '../seeded.js';
import { sendJson } from '../send-json.js';
import type { SitePorts } from '../site-ports.js';
import type { Site, SiteExchange } from '../site.js';
import { withFaults } from '../answer-fault.js';
import type { TwitchChannel } from '../world.js';
import {
  isEmptyAt,
  isRegistered,
  BTTV_GLOBAL,
  BTTV_SHARED,
  channelThirdParty,
  FFZ_EFFECTS,
  FFZ_GLOBAL,
  type ThirdPartyEmote,
} from './third-party-emotes.js';

const CDN = 'cdn.betterttv.net';
const OWNER = { id: hexOf('bttv owner', 24), name: 'someone', displayName: 'SomeOne', providerId: '22484632' };

const sizeOf = ({ width, height }: ThirdPartyEmote): object => (width === 28 && height === 28 ? {} : { width, height });
const rowOf = (emote: ThirdPartyEmote, more: object = {}): object => ({
  id: emote.id,
  code: emote.name,
  imageType: emote.imageType,
  animated: emote.animated,
  ...more,
  ...(emote.modifierFlags === null ? {} : { modifier: true }),
  ...sizeOf(emote),
});

/** FFZ's emotes in BTTV's format: a missing size has no address. */
const ffzRow = (emote: ThirdPartyEmote, exchange: SiteExchange): object => {
  const at = (scale: number): string | null =>
    emote.scales.includes(scale)
      ? `${exchange.base(CDN)}/frankerfacez_emote/${emote.id}/${emote.animated ? 'animated/' : ''}${String(scale)}`
      : null;
  return {
    id: Number(emote.id),
    user: { id: 1, name: 'someone', displayName: 'SomeOne' },
    code: emote.name,
    images: { '1x': at(1), '2x': at(2), '4x': at(4) },
    imageType: emote.imageType,
    ...(emote.animated ? { animated: true } : {}),
    ...(emote.modifierFlags === null ? {} : { modifier: true }),
  };
};

function userRow({ userId, spec }: TwitchChannel): object {
  const isEmpty = isEmptyAt(spec, 'bttv');
  return {
    id: hexOf(`bttv ${userId}`, 24),
    bots: ['nightbot'],
    avatar: '',
    channelEmotes: isEmpty
      ? []
      : channelThirdParty({ userId, spec }, 'bttv').map((emote) =>
          rowOf(emote, { userId: hexOf(`bttv ${userId}`, 24) }),
        ),
    sharedEmotes: isEmpty ? [] : BTTV_SHARED.map((emote) => rowOf(emote, { user: OWNER })),
  };
}

/** Content at an address; null means 404. */
function answerOf(exchange: SiteExchange, { world }: SitePorts): unknown {
  const { pathname } = exchange.url;
  if (pathname === '/3/cached/emotes/global') return BTTV_GLOBAL.map((emote) => rowOf(emote, { userId: OWNER.id }));
  if (pathname === '/3/cached/frankerfacez/emotes/global')
    return [...FFZ_GLOBAL, ...FFZ_EFFECTS].map((emote) => ffzRow(emote, exchange));
  const [, ofFfz, id = ''] = /^\/3\/cached\/(frankerfacez\/)?users\/twitch\/(\d+)$/.exec(pathname) ?? [];
  const channel = world.byId(id);
  if (!channel) return null;
  if (ofFfz === undefined) return isRegistered(channel.spec, 'bttv') ? userRow(channel) : null;
  /* A channel that FFZ does not know has an empty list. */
  return isRegistered(channel.spec, 'ffz') && !isEmptyAt(channel.spec, 'ffz')
    ? channelThirdParty(channel, 'ffz').map((emote) => ffzRow(emote, exchange))
    : [];
}

/** api.betterttv.net (docs/reference/twitch.md#third-party-emotes). */
export const bttvSite = (ports: SitePorts): Site => ({
  hosts: ['api.betterttv.net'],
  handle: withFaults(ports.faults, 'emotes', (exchange) => {
    const answer = answerOf(exchange, ports);
    if (answer === null) sendJson(exchange, { message: 'Not Found' }, { status: 404 });
    else sendJson(exchange, answer);
  }),
});
