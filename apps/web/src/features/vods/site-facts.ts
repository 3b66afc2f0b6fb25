import { type Vod } from '#libs/contracts';

/** How what the site keeps stands to what is here; `unknown`: nobody could tell, or it was not asked yet. */
type SiteState = 'exists' | 'deleted' | 'unchecked' | 'unmatched' | 'never-saved';
type MutedState = 'muted' | 'unmuted' | 'unknown';

/** Spec L235: lengths that differ by more are worth a look, s. */
const NEARLY_S = 10;

export function siteStateOf(
  vod: Pick<Vod, 'twitch_vod_id' | 'twitch_vod_exists' | 'twitch_vod_neversaved'>,
): SiteState {
  if (vod.twitch_vod_neversaved === true) return 'never-saved';
  if (vod.twitch_vod_id === undefined) return 'unmatched';
  return vod.twitch_vod_exists === true ? 'exists' : vod.twitch_vod_exists === false ? 'deleted' : 'unchecked';
}

/** v0's numbers: 1 nothing muted, 2 muted, 3 not known. */
export const mutedStateOf = (muted: Vod['twitch_vod_muted']): MutedState =>
  muted === 2 ? 'muted' : muted === 1 ? 'unmuted' : 'unknown';

/**
 * How much longer the site's copy is than the broadcast was here, advertisements included, s; 0 while they are as good
 * as the same, or nobody knows.
 */
export function longerAtSite(vod: Pick<Vod, 'twitch_vod_duration' | 'media_ms' | 'ad_ms' | 'live'>): number {
  if (vod.twitch_vod_duration === undefined || vod.live !== null) return 0;
  const by = Math.round(vod.twitch_vod_duration - (vod.media_ms + vod.ad_ms) / 1000);
  return Math.abs(by) > NEARLY_S ? by : 0;
}
