import { type RepairedGap, type RepairGap, type RepairPlan, type TimelineGap } from '#libs/contracts';
import { mutedMsOf } from '#libs/domain';
import { message } from '#libs/messages';
import { type RepairReport } from '../../vods/repair-report.js';

type Line = RepairReport['gaps'][number];

/**
 * What a repair did with each gap of its plan, and why the other gaps of the recording are not in the plan: each gap has a
 * line.
 * @param known gaps of the recording before it, and the stretches of the site's VOD that the site has muted
 */
export function reportOf(
  { gaps }: Pick<RepairPlan, 'gaps'>,
  results: readonly RepairedGap[],
  known: {
    readonly vodGaps: readonly TimelineGap[];
    readonly muted: readonly { readonly offsetMs: number; readonly durMs: number }[];
  },
): Line[] {
  const planned = gaps.map(({ at, durMs, replaces, refused }): Line => {
    const result = results.find((one) => one.at === at);
    const filled = result?.filled ?? [];
    const filledMs = filled.reduce((sum, one) => sum + one.durMs, 0);
    const replacedMs = replaces?.durMs ?? 0;
    return {
      at: at + replacedMs,
      durMs: durMs - replacedMs,
      causes: [...new Set(known.vodGaps.filter(isWithin({ at, durMs })).map(({ cause }) => cause))],
      filledMs: Math.max(0, Math.round(filledMs - replacedMs)),
      mutedMs: mutedMsOf(filled, known.muted),
      reason: result?.reason ?? refused ?? null,
    };
  });
  const rest = known.vodGaps.filter((gap) => !gaps.some((one) => isWithin(one)(gap)));
  return [...planned, ...rest.map(lineOfOther)].toSorted((a, b) => a.at - b.at);
}

const isWithin =
  ({ at, durMs }: Pick<RepairGap, 'at' | 'durMs'>) =>
  (gap: TimelineGap): boolean =>
    gap.at >= at && gap.at < at + durMs;

const lineOfOther = ({ at, durMs, cause }: TimelineGap): Line => ({
  ...{ at, durMs, causes: [cause], filledMs: 0, mutedMs: 0 },
  reason: cause === 'source-silent' ? message('repair.silence') : message('repair.no-neighbours'),
});
