import { listed, ok, refusal, TOO_MANY, type HelixCall, type HelixEndpoint } from '../helix/helix-call.js';
import { channelBadges, GLOBAL_BADGES, helixBadges, IMAGE_HOST } from './badge-data.js';
import { channelCheermotes, CHEER_HOST, GLOBAL_CHEERMOTES, helixCheermotes } from './cheer-data.js';
import { channelEmotes, GLOBAL_EMOTES, isAnimatedEmote, type ChannelEmote, type TwitchEmote } from './twitch-emotes.js';

const MAX_SETS = 25;
const MISSING = refusal(400, 'Missing required parameter "broadcaster_id"');
const badgesOf = ({ exchange }: HelixCall, badges: Parameters<typeof helixBadges>[0]): object => ({
  data: helixBadges(badges, exchange.base(IMAGE_HOST)),
});
const emotesOf = ({ exchange }: HelixCall, data: (cdn: string) => readonly object[]): object => ({
  data: data(exchange.base(IMAGE_HOST)),
  template: emoteTemplate(exchange.base(IMAGE_HOST)),
});

/** An unknown account has no badges. */
const ownBadges: HelixEndpoint = (call) => {
  const id = call.query.get('broadcaster_id');
  return id === null || id === '' ? MISSING : ok(badgesOf(call, call.ports.world.byId(id) ? channelBadges(id) : []));
};

const ownEmotes: HelixEndpoint = (call) => {
  const id = call.query.get('broadcaster_id');
  if (id === null || id === '') return MISSING;
  const channel = call.ports.world.byId(id);
  return ok(emotesOf(call, (cdn) => (channel ? helixChannelEmotes(channelEmotes(channel), cdn, id) : [])));
};

const emoteSets: HelixEndpoint = (call) => {
  const ids = listed(call.query, 'emote_set_id')?.[0] ?? [];
  if (ids.length > MAX_SETS) return TOO_MANY;
  if (ids.length === 0) return refusal(400, 'Missing required parameter "emote_set_id"');
  return ok(
    emotesOf(call, (cdn) =>
      call.ports.world.channels.flatMap((channel) =>
        helixChannelEmotes(
          channelEmotes(channel).filter(({ setId }) => ids.includes(setId)),
          cdn,
          channel.userId,
        ),
      ),
    ),
  );
};

const cheermotes: HelixEndpoint = ({ exchange, query, ports: { world } }) => {
  const channel = world.byId(query.get('broadcaster_id') ?? '');
  return ok({
    data: helixCheermotes(
      [...GLOBAL_CHEERMOTES, ...(channel ? channelCheermotes(channel) : [])],
      exchange.base(CHEER_HOST),
    ),
  });
};

/** Helix endpoints for chat images: badges, emotes, cheermotes (docs/reference/twitch.md#chat-pictures). */
export const CHAT_ENDPOINTS: Readonly<Record<string, HelixEndpoint>> = {
  'GET /chat/badges/global': (call) => ok(badgesOf(call, GLOBAL_BADGES)),
  'GET /chat/badges': ownBadges,
  'GET /chat/emotes/global': (call) => ok(emotesOf(call, (cdn) => helixGlobalEmotes(GLOBAL_EMOTES, cdn))),
  'GET /chat/emotes': ownEmotes,
  'GET /chat/emotes/set': emoteSets,
  'GET /bits/cheermotes': cheermotes,
};

/** @param cdn `exchange.base('static-cdn.jtvnw.net')` */
const emoteTemplate = (cdn: string): string => `${cdn}/emoticons/v2/{{id}}/{{format}}/{{theme_mode}}/{{scale}}`;

const rowOf = ({ id, name }: TwitchEmote, cdn: string): object => {
  const url = (scale: string): string => `${cdn}/emoticons/v2/${id}/static/light/${scale}`;
  return {
    id,
    name,
    images: { url_1x: url('1.0'), url_2x: url('2.0'), url_4x: url('3.0') },
    format: isAnimatedEmote(id) ? ['static', 'animated'] : ['static'],
    scale: ['1.0', '2.0', '3.0'],
    theme_mode: ['light', 'dark'],
  };
};

/** `data` of Helix's `/chat/emotes/global` (https://dev.twitch.tv/docs/api/reference/#get-global-emotes). */
const helixGlobalEmotes = (emotes: readonly TwitchEmote[], cdn: string): readonly object[] =>
  emotes.map((emote) => rowOf(emote, cdn));

/** `data` of Helix's `/chat/emotes?broadcaster_id=`; `/chat/emotes/set` also returns `ownerId`. */
const helixChannelEmotes = (emotes: readonly ChannelEmote[], cdn: string, ownerId: string): readonly object[] =>
  emotes.map((emote) => ({
    ...rowOf(emote, cdn),
    tier: emote.tier,
    emote_type: emote.type,
    emote_set_id: emote.setId,
    owner_id: ownerId,
  }));
