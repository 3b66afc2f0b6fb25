import { type ChannelIdentity, type LiveAnswer, type PastVideo, type Show } from '#libs/providers';

// Formats v0's look-up answers: the fields of Helix (https://dev.twitch.tv/docs/api/reference/), as far as they are
// known.

/** Returns null if no part is known to be muted. */
const presentMutedStretches = ({ mutedRanges }: PastVideo) =>
  mutedRanges === null || mutedRanges.length === 0
    ? null
    : mutedRanges.map(({ offsetMs, durationMs }) => ({ offset: offsetMs / 1000, duration: durationMs / 1000 }));

/** Restores the size placeholders in the format of the API. */
const thumbnailOf = ({ thumbnailUrl }: PastVideo): string =>
  thumbnailUrl.replace('{width}', '%{width}').replace('{height}', '%{height}');

/** Formats a duration like the API: `1h2m3s`. */
function durationText(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${h > 0 ? `${h}h` : ''}${h > 0 || m > 0 ? `${m}m` : ''}${s}s`;
}

/** A video in v0's format, with the uuid of its VOD and the image URL of this installation. */
export const presentVideo = (
  video: PastVideo,
  here: { readonly vod_uuid: string | null; readonly picture: string },
) => ({
  ...here,
  id: video.id,
  title: video.title,
  description: video.description,
  url: video.url,
  thumbnail: thumbnailOf(video),
  created_at: video.createdAt.toISOString(),
  duration: Math.round(video.durationMs / 1000),
  view_count: video.viewCount,
  muted_segments: presentMutedStretches(video),
  stream_id: video.streamId ?? '',
  type: video.kind,
});

export const presentRawVideo = (video: PastVideo): Record<string, unknown> => ({
  id: video.id,
  stream_id: video.streamId,
  user_id: video.owner.id,
  user_login: video.owner.login,
  user_name: video.owner.displayName,
  title: video.title,
  description: video.description,
  created_at: video.createdAt.toISOString(),
  published_at: video.createdAt.toISOString(),
  url: video.url,
  thumbnail_url: thumbnailOf(video),
  viewable: 'public',
  view_count: video.viewCount,
  language: video.language,
  type: video.kind,
  duration: durationText(video.durationMs),
  muted_segments: presentMutedStretches(video),
});

/** Image URLs are those of the site. Vodkeep stores copies only for followed channels. */
export function presentUser({ sourceId, suggestedName, profile }: ChannelIdentity): Record<string, unknown> {
  const { login, displayName, description, avatarUrl, offlineImageUrl, broadcasterType } = profile ?? {
    login: suggestedName,
    displayName: suggestedName,
    description: '',
    avatarUrl: '',
    offlineImageUrl: '',
    broadcasterType: '',
  };
  return {
    id: sourceId,
    login,
    display_name: displayName,
    type: '',
    broadcaster_type: broadcasterType,
    description,
    profile_image_url: avatarUrl,
    offline_image_url: offlineImageUrl,
    view_count: 0,
    created_at: '',
    _updated: Date.now(),
    cache_avatar: '',
    cache_offline_image: '',
  };
}

const nameOf = ({ profile, suggestedName }: ChannelIdentity) => ({
  login: profile?.login ?? suggestedName,
  name: profile?.displayName ?? suggestedName,
});

export function presentStream(who: ChannelIdentity, live: LiveAnswer | undefined): Record<string, unknown>[] {
  if (live?.state !== 'live') return [];
  const { login, name } = nameOf(who);
  const category = live.category ?? { id: '', name: '' };
  return [
    {
      id: live.streamId ?? '',
      user_id: who.sourceId,
      user_login: login,
      user_name: name,
      game_id: category.id,
      game_name: category.name,
      type: 'live',
      title: live.title,
      viewer_count: live.viewers ?? 0,
      started_at: live.startedAt?.toISOString() ?? '',
      language: live.language,
      thumbnail_url: '',
      tag_ids: [],
      tags: live.tags,
      is_mature: live.isMature,
    },
  ];
}

export function presentSiteChannel(who: ChannelIdentity, show: Show | undefined): Record<string, unknown> {
  const { login, name } = nameOf(who);
  const { title, category, tags, language } = show ?? { title: '', category: null, tags: [], language: '' };
  return {
    broadcaster_id: who.sourceId,
    broadcaster_login: login,
    broadcaster_name: name,
    broadcaster_language: language,
    game_id: category?.id ?? '',
    game_name: category?.name ?? '',
    title,
    delay: 0,
    tags,
    content_classification_labels: [],
    is_branded_content: false,
  };
}
