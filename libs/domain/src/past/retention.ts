const DAY_MS = 86_400_000;

/**
 * Retention of a channel's VODs on the site, in days, by the channel's status; `early`: a VOD counts as at risk this
 * many days before its deletion.
 */
export interface Retention {
  readonly none: number;
  readonly affiliate: number;
  readonly partner: number;
  readonly early: number;
}

/**
 * When the site deletes its copy (ms since the Unix epoch), and whether that is soon. Partners get no warning, as in
 * v0.
 */
export interface RetentionVerdict {
  readonly deletedAt: number;
  readonly atRisk: boolean;
}

/**
 * When the site deletes its copy of a VOD, by the status of the channel on the site.
 * @param retained the site's copy: its creation time and the status of its channel on the site (`partner`, `affiliate`,
 *   or neither)
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
