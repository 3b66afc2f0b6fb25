/**
 * A broadcast of one channel by the site's id. `startedAt`: ms since the Unix epoch, null where the site does not tell.
 */
export interface KnownBroadcast {
  readonly streamId: string;
  readonly startedAt: number | null;
}

/**
 * Whether an answer tells of a broadcast that another one of the same channel has followed: a channel has one at a
 * time, and sites' caches give the old one for a while. One that began at the same moment is the same one under another
 * id.
 * @param recorded the newest one of the channel that is being recorded
 */
export function isEarlierBroadcast(answer: KnownBroadcast, recorded: KnownBroadcast | null): boolean {
  if (answer.startedAt === null || !recorded || recorded.startedAt === null) return false;
  return answer.streamId !== recorded.streamId && answer.startedAt <= recorded.startedAt;
}
