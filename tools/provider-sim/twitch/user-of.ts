import { SIM_TWITCH_APP } from './auth/twitch-tokens.js';
import type { TwitchChannel, TwitchWorld } from './world.js';

export interface TwitchUser {
  readonly id: string;
  readonly login: string;
  readonly displayName: string;
  readonly channel: TwitchChannel | null;
}

const OPERATOR: TwitchUser = { ...SIM_TWITCH_APP.user, channel: null };
const ofChannel = (channel: TwitchChannel): TwitchUser => ({
  id: channel.userId,
  login: channel.login,
  displayName: channel.displayName,
  channel,
});

/** Any account: the channels' accounts, and the operator's, which has no channel in the scenario. */
export function userOf(world: TwitchWorld, userId: string): TwitchUser | undefined {
  const channel = world.byId(userId);
  if (channel) return ofChannel(channel);
  return userId === OPERATOR.id ? OPERATOR : undefined;
}

export function userNamed(world: TwitchWorld, login: string): TwitchUser | undefined {
  const channel = world.byLogin(login);
  if (channel) return ofChannel(channel);
  return login.toLowerCase() === OPERATOR.login ? OPERATOR : undefined;
}
