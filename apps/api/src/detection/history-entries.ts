import { type ChannelStream } from '../persistence/entities/channel-site.js';

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

interface State {
  readonly isLive: boolean;
  readonly stream: ChannelStream | null;
}
interface HistoryRecord {
  readonly at: Date;
  readonly fact: Record<string, unknown>;
}

/** Whether title, category or maturity changed. Changes of viewers, tags and language are not stored in the history. */
const isOtherShow = (before: ChannelStream | null, now: ChannelStream): boolean =>
  before?.title !== now.title || before.category?.id !== now.category?.id || before.isMature !== now.isMature;

/** History entries for a change of a channel's state. */
export function historyEntries(before: State, after: State, now = new Date()): HistoryRecord[] {
  const entries: HistoryRecord[] = [];
  if (before.isLive !== after.isLive)
    entries.push({ at: now, fact: { time: now.toISOString(), action: after.isLive ? 'online' : 'offline' } });
  if (after.stream && isOtherShow(before.stream, after.stream))
    entries.push({ at: new Date(after.stream.at), fact: chapterEntry(after.stream, after.isLive) });
  return entries;
}
