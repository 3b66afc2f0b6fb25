const DAY_MS = 86_400_000;

/**
 * How long a site keeps the VODs of a channel, in days, by what the channel is to it; `early`: so many days before it a
 * VOD counts as at risk.
 */
export interface Retention {
  readonly none: number;
  readonly affiliate: number;
  readonly partner: number;
  readonly early: number;
}

/**
 * When the site deletes its copy (ms since the Unix epoch), and whether that is near. Partners get no warning, as in
 * v0.
 */
export interface RetentionVerdict {
  readonly deletedAt: number;
  readonly atRisk: boolean;
}

/**
 * @param retained the site's copy: when it was made and what its channel is to the site (`partner`, `affiliate`, or
 *   nothing)
 */
export function retentionOf(
  retained: { readonly createdAt: number; readonly broadcasterType: string },
  days: Retention,
  now: number,
): RetentionVerdict {
  const isPartner = retained.broadcasterType === 'partner';
  const retentionDays = isPartner
    ? days.partner
    : retained.broadcasterType === 'affiliate'
      ? days.affiliate
      : days.none;
  const deletedAt = retained.createdAt + retentionDays * DAY_MS;
  return { deletedAt, atRisk: !isPartner && now >= deletedAt - days.early * DAY_MS };
}
