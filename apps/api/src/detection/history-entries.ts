import { isNewChapter } from '#libs/domain';
import { type ChannelStream } from '../persistence/entities/channel-site.js';
import { type ChannelHistoryEntity } from '../persistence/entities/history.entity.js';

/**
 * Title and category from `started_at` on, in the format of v0 (docs/reference/v0-api.md#history). `box_art_url` is the
 * site's URL with `{width}` and `{height}`.
 */
const chapterEntry = (
  { title, category, isMature, viewers, at }: ChannelStream,
  online: boolean,
): Record<string, unknown> => ({
  started_at: new Date(at).toISOString(),
  game_id: category?.id ?? null,
  game_name: category?.name ?? null,
  title,
  is_mature: isMature,
  online,
  viewer_count: viewers,
  box_art_url: category?.boxArtUrl ?? null,
});

interface ChannelState {
  readonly isLive: boolean;
  readonly stream: ChannelStream | null;
}
type HistoryEntry = Pick<ChannelHistoryEntity, 'at' | 'fact'>;

/**
 * History entries for a change of a channel's state: that it went live or offline, then its new title, category or mature
 * flag. The latter has the time of the site, which may be earlier.
 */
export function historyEntries(before: ChannelState, after: ChannelState, now = new Date()): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  if (before.isLive !== after.isLive)
    entries.push({ at: now, fact: { time: now.toISOString(), action: after.isLive ? 'online' : 'offline' } });
  if (after.stream && isNewChapter(before.stream, after.stream))
    entries.push({ at: new Date(after.stream.at), fact: chapterEntry(after.stream, after.isLive) });
  return entries;
}
