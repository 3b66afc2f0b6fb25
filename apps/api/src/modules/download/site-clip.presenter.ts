import { type PastClip } from '#libs/providers';

/**
 * A clip in the format of its site's API, which v0 clients expect (docs/reference/v0-api.md#look-ups). Durations are in
 * s.
 */
export const presentSiteClip = (clip: PastClip): Record<string, unknown> => ({
  id: clip.id,
  url: clip.url,
  embed_url: `https://clips.twitch.tv/embed?clip=${encodeURIComponent(clip.id)}`,
  broadcaster_id: clip.broadcaster.id,
  broadcaster_name: clip.broadcaster.displayName,
  creator_id: clip.creator.id,
  creator_name: clip.creator.displayName,
  video_id: clip.videoId ?? '',
  game_id: clip.categoryId ?? '',
  language: clip.language,
  title: clip.title,
  view_count: clip.viewCount,
  created_at: clip.createdAt.toISOString(),
  thumbnail_url: clip.thumbnailUrl,
  duration: clip.durationMs / 1000,
  vod_offset: clip.vodOffsetMs === null ? null : Math.round(clip.vodOffsetMs / 1000),
  is_featured: false,
});
