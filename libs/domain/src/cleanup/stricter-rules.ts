import { type CleanupLimits, type KeepRule } from './plan-cleanup.js';

/**
 * Rules by which a clean-up deletes VODs of a channel, or frees space. `limits` null: the channel takes no part in
 * clean-ups. `freeBytes`: space to keep free, for the rule of the whole storage; `spares`: rules that keep VODs;
 * `onlyOne`: a run deletes at most one VOD of the channel.
 */
export interface CleanupRules {
  readonly limits: CleanupLimits | null;
  readonly freeBytes: number;
  readonly spares: readonly KeepRule[];
  readonly onlyOne: boolean;
}

/**
 * Whether rules may delete a VOD that the rules before did not select. Such rules are only reported by their first
 * automatic run.
 * @param before null: no automatic run applied any rules yet
 */
export function areStricter(now: CleanupRules, before: CleanupRules | null): boolean {
  if (now.limits === null && now.freeBytes === 0) return false;
  if (before === null) return true;
  return (
    now.freeBytes > before.freeBytes ||
    (before.onlyOne && !now.onlyOne) ||
    before.spares.some((rule) => !now.spares.includes(rule)) ||
    areLimitsStricter(now.limits, before.limits)
  );
}

function areLimitsStricter(now: CleanupLimits | null, before: CleanupLimits | null): boolean {
  if (now === null) return false;
  return (['vods', 'bytes', 'ageMs'] as const).some(
    (limit) => (now[limit] ?? Infinity) < (before === null ? Infinity : (before[limit] ?? Infinity)),
  );
}
