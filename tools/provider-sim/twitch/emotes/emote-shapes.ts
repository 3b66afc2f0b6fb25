import { isAnimatedEmote, type ChannelEmote, type TwitchEmote } from './twitch-emotes.js';

/** @param cdn `exchange.base('static-cdn.jtvnw.net')` */
export const emoteTemplate = (cdn: string): string => `${cdn}/emoticons/v2/{{id}}/{{format}}/{{theme_mode}}/{{scale}}`;

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

/** `data` of Helix's `/chat/emotes/global` (protocols.md 1.3). */
export const helixGlobalEmotes = (emotes: readonly TwitchEmote[], cdn: string): readonly object[] =>
  emotes.map((emote) => rowOf(emote, cdn));

/** `data` of Helix's `/chat/emotes?broadcaster_id=`; `ownerId` is there in that of `/chat/emotes/set` too. */
export const helixChannelEmotes = (emotes: readonly ChannelEmote[], cdn: string, ownerId: string): readonly object[] =>
  emotes.map((emote) => ({
    ...rowOf(emote, cdn),
    tier: emote.tier,
    emote_type: emote.type,
    emote_set_id: emote.setId,
    owner_id: ownerId,
  }));
