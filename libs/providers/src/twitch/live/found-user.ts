import { type ChannelProfile } from '../../kit/provider.js';

/** A Twitch account. */
export interface FoundUser {
  readonly id: string;
  readonly profile: ChannelProfile;
}
