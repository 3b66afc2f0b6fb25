import { type SettingValues, type Vod } from '#libs/contracts';
import { retentionOf } from '#libs/domain';
import { type SiteVod } from '../persistence/entities/site-vod.js';

/** Settings with the number of days that a site retains videos. */
export type Retention = Pick<
  SettingValues,
  'retention.none_days' | 'retention.affiliate_days' | 'retention.partner_days' | 'retention.early_days'
>;
/** `broadcasterType: null`: the site's channel data are not known yet. */
interface RetentionQuestion {
  readonly broadcasterType: string | null;
  readonly days: Retention;
  readonly now: number;
}

/**
 * Time at which the site will delete its video of a broadcast, and whether that is near. There is no time if the site
 * does not have the video. `site_vod_at_risk` is null until the broadcaster type is known.
 */
export function presentRetention(
  site: SiteVod | null,
  { broadcasterType, days, now }: RetentionQuestion,
): Pick<Vod, 'site_vod_deleted_at' | 'site_vod_at_risk'> {
  if (!site || site.exists !== 'yes' || site.createdAt === null) return { site_vod_at_risk: false };
  if (broadcasterType === null) return { site_vod_at_risk: null };
  const { deletedAt, atRisk } = retentionOf(
    { createdAt: site.createdAt, broadcasterType },
    {
      none: days['retention.none_days'],
      affiliate: days['retention.affiliate_days'],
      partner: days['retention.partner_days'],
      early: days['retention.early_days'],
    },
    now,
  );
  return { site_vod_deleted_at: new Date(deletedAt).toISOString(), site_vod_at_risk: atRisk };
}
