import { type Timeline, type TimelineGap } from '#libs/contracts';
import { type UnrecordedEnd, unrecordedEndGaps } from '#libs/domain';
import { z } from 'zod';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

const Unrecorded = z.object({
  since: z.number().nullable(),
  until: z.number().nullable(),
  isNow: z.boolean(),
  endedBy: z.number().nullable(),
});
/** `isNow`: the stream is live, and no recorder has it. */
export type Unrecorded = UnrecordedEnd & z.infer<typeof Unrecorded>;

/** Stored in `facts.unrecorded`; null if a recorder has or had the stream until its end. */
export const unrecordedOf = ({ facts }: Pick<VodEntity, 'facts'>): Unrecorded | null =>
  Unrecorded.safeParse(facts['unrecorded']).data ?? null;

export function setUnrecorded(vod: VodEntity, unrecorded: Unrecorded): void {
  vod.facts = { ...vod.facts, unrecorded };
}

/** The gaps of the timeline, then those after its last segment. */
export function gapsWithEnd(vod: Pick<VodEntity, 'facts'>, timeline: Timeline): TimelineGap[] {
  const end = unrecordedOf(vod);
  return end ? [...timeline.gaps, ...unrecordedEndGaps(timeline, end)] : timeline.gaps;
}
