import { type ChannelProfile } from '../../kit/provider.js';

/** An account that Twitch knows. */
export interface FoundUser {
  readonly id: string;
  readonly profile: ChannelProfile;
}
