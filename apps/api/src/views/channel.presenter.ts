import { type Channel, type RecordVerdict, v0ProviderOf, type Vod } from '#libs/contracts';
import { QUEUED_REASON } from '#libs/domain';
import { fullOptions } from '../modules/channel/channel-options.js';
import { type ChannelEntity } from '../modules/channel/channel.entity.js';

/** The only door from rows to the v0 channel object (spec L95, reference-run.md (d)). @param vods oldest first */
export function presentChannel(channel: ChannelEntity, vods: readonly Vod[]): Channel {
  const options = fullOptions(channel.options);
  const current = vods.findLast((v) => v.is_capturing);
  return {
    ...options, ...NOT_YET, uuid: channel.uuid, provider: v0ProviderOf(channel.providerKind), provider_kind: channel.providerKind, display_name: channel.displayName, displayName: channel.displayName,
    internalName: channel.internalName, internalId: channel.sourceId, login: channel.internalName, userid: channel.sourceId, url: channel.sourceUrl, has_credentials: channel.credentials !== null,
    is_live: channel.isLive, is_capturing: current !== undefined, is_converting: vods.some((v) => v.is_converting), live_since: channel.liveSince?.toISOString() ?? null,
    vods_list: [...vods], vods_raw: vods.map((v) => v.basename), vods_size: vods.reduce((n, v) => n + v.total_size, 0), ...(current ? { current_vod: current } : {}), verdict: verdictOf(channel, vods),
  };
}

/** Says what is true now: a live channel that nobody writes is not "recording", whatever was decided. */
function verdictOf(channel: ChannelEntity, vods: readonly Vod[]): RecordVerdict {
  const checked_at = channel.checkedAt?.toISOString() ?? null;
  const waiting = vods.findLast((v) => v.state === 'waiting');
  if (channel.verdictState === 'recording' && waiting && !vods.some((v) => v.is_capturing)) return { state: waiting.state_reason === QUEUED_REASON ? 'queued' : 'not-recorded', reason: waiting.state_reason, checked_at };
  return { state: channel.verdictState as RecordVerdict['state'], reason: channel.verdictReason, checked_at };
}

const NOT_YET = {
  description: '', profilePictureUrl: '', profile_image_url: '', offline_image_url: '', banner_image_url: '', broadcaster_type: '', clips_list: [], video_list: [],
  api_getSubscriptionStatus: true, saves_vods: false, current_stream_number: 0, current_season: '',
};
