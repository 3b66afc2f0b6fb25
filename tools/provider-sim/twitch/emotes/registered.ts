import type { TwitchChannelSpec } from '../twitch-spec.js';
import type { ThirdPartySite } from './third-party-emotes.js';

/** Does the account use the site? All three when its spec does not say. */
export const isRegistered = ({ emoteSites }: TwitchChannelSpec, site: ThirdPartySite): boolean =>
  emoteSites?.some((name) => name === site || name === `${site}-empty`) ?? true;

/** It does, and has no emotes there. */
export const isEmptyAt = ({ emoteSites }: TwitchChannelSpec, site: ThirdPartySite): boolean =>
  emoteSites?.some((name) => name === `${site}-empty`) ?? false;
