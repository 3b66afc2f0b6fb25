import { type ChannelStream } from '../persistence/entities/channel-site.js';

/**
 * A title and a category from `started_at` on, as v0 writes them (docs/reference/v0-api.md#history); `box_art_url` is
 * the site's, with `{width}` and `{height}`.
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

/** Viewers, tags and languages are no history. */
const isOtherShow = (before: ChannelStream | null, now: ChannelStream): boolean =>
  before?.title !== now.title || before.category?.id !== now.category?.id || before.isMature !== now.isMature;

/** What the history of a channel gets when it goes from one state to the other. */
export function historyEntries(before: State, after: State, now = new Date()): HistoryRecord[] {
  const entries: HistoryRecord[] = [];
  if (before.isLive !== after.isLive)
    entries.push({ at: now, fact: { time: now.toISOString(), action: after.isLive ? 'online' : 'offline' } });
  if (after.stream && isOtherShow(before.stream, after.stream))
    entries.push({ at: new Date(after.stream.at), fact: chapterEntry(after.stream, after.isLive) });
  return entries;
}
