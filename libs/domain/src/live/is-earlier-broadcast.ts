/**
 * A broadcast of one channel, with the site's id. `startedAt`: ms since the Unix epoch, null if the site does not
 * report it.
 */
export interface KnownBroadcast {
  readonly streamId: string;
  readonly startedAt: number | null;
}

/**
 * Whether the site's answer describes a broadcast that another one has superseded. A channel has one broadcast at a
 * time, but the site's cache can return the old one for a while. A broadcast with the same start time is the same one
 * under another id.
 * @param recorded the newest broadcast of the channel that is being recorded
 */
export function isEarlierBroadcast(answer: KnownBroadcast, recorded: KnownBroadcast | null): boolean {
  if (answer.startedAt === null || !recorded || recorded.startedAt === null) return false;
  return answer.streamId !== recorded.streamId && answer.startedAt <= recorded.startedAt;
}
