import { type RepairedGap, type RepairPlan, type TimelineGap } from '#libs/contracts';
import { mutedMsOf } from '#libs/domain';
import { type RepairReport } from '../../vods/repair-report.js';

/**
 * What a repair did with each gap of its plan.
 * @param known gaps of the recording before it, and the stretches of the site's VOD that the site has muted
 */
export function reportOf(
  { gaps }: Pick<RepairPlan, 'gaps'>,
  results: readonly RepairedGap[],
  known: {
    readonly vodGaps: readonly TimelineGap[];
    readonly muted: readonly { readonly offsetMs: number; readonly durMs: number }[];
  },
): RepairReport['gaps'] {
  return gaps.map(({ at, durMs }) => {
    const result = results.find((one) => one.at === at);
    const filled = result?.filled ?? [];
    const causes = known.vodGaps.filter((gap) => gap.at >= at && gap.at < at + durMs).map(({ cause }) => cause);
    return {
      at,
      durMs,
      causes: [...new Set(causes)],
      filledMs: Math.round(filled.reduce((sum, one) => sum + one.durMs, 0)),
      mutedMs: mutedMsOf(filled, known.muted),
      reason: result?.reason ?? null,
    };
  });
}
