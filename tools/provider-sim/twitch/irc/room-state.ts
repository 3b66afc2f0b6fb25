import { ircLine } from './irc-line.js';

/**
 * Settings of a channel's chat: ROOMSTATE (docs/reference/twitch.md#chat-lines). `followersOnly`: -1 off, 0 any
 * follower, otherwise minutes. `slow`: seconds.
 */
export interface RoomState {
  readonly emoteOnly: boolean;
  readonly followersOnly: number;
  readonly r9k: boolean;
  readonly slow: number;
  readonly subsOnly: boolean;
}
export interface RoomName {
  readonly login: string;
  readonly userId: string;
}

export const OPEN_ROOM: RoomState = { emoteOnly: false, followersOnly: -1, r9k: false, slow: 0, subsOnly: false };

type Tags = Record<string, string | number>;
const TAGS: { readonly [K in keyof RoomState]: (state: RoomState) => readonly [string, number] } = {
  emoteOnly: ({ emoteOnly }) => ['emote-only', Number(emoteOnly)],
  followersOnly: ({ followersOnly }) => ['followers-only', followersOnly],
  r9k: ({ r9k }) => ['r9k', Number(r9k)],
  slow: ({ slow }) => ['slow', slow],
  subsOnly: ({ subsOnly }) => ['subs-only', Number(subsOnly)],
};

const line = ({ login }: RoomName, tags: Tags): string =>
  ircLine({ tags, command: 'ROOMSTATE', params: [`#${login}`] });

/** ROOMSTATE after a JOIN: all settings. */
export function wholeRoomState(room: RoomName, state: RoomState): string {
  const [emoteOnly, followersOnly, r9k, slow, subsOnly] = [
    TAGS.emoteOnly(state),
    TAGS.followersOnly(state),
    TAGS.r9k(state),
    TAGS.slow(state),
    TAGS.subsOnly(state),
  ];
  return line(room, {
    ...Object.fromEntries([emoteOnly, followersOnly, r9k]),
    'rituals': 0,
    'room-id': room.userId,
    ...Object.fromEntries([slow, subsOnly]),
  });
}

/** Later ROOMSTATE: only the changed setting. */
export const changedRoomState = (room: RoomName, key: keyof RoomState, state: RoomState): string =>
  line(room, { 'room-id': room.userId, ...Object.fromEntries([TAGS[key](state)]) });
