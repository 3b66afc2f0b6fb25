import { type Vod, type VodRepair as Repair } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { seconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { GapTable } from './gap-table.js';

/** The gaps that were filled from the site's VOD, and what was missing before and is now. */
export function VodRepair({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { repair } = vod;
  if (!repair) return null;
  const length = (ms: number): string => seconds(ms, locale);
  const start = vod.media_started_at ?? repair.gaps[0]?.at ?? 0;
  return (
    <section>
      <h3>{t('repair.title')}</h3>
      <p className="muted num">
        {t('repair.missing', { before: length(repair.missing_ms_before), after: length(vod.missing_ms) })}
      </p>
      <p className="muted num">{t('repair.ads', { before: length(repair.ad_ms_before), after: length(vod.ad_ms) })}</p>
      <GapTable
        rows={repair.gaps.map((gap) => ({
          key: gap.at,
          at: Math.max(0, gap.at - start),
          ms: gap.dur_ms,
          isLoss: false,
          why: gap.causes.map((cause) => t(`gaps.cause.${cause}`)).join(', '),
          more: <Filled gap={gap} />,
        }))}
        more={t('repair.filled')}
      />
    </section>
  );
}

function Filled({ gap: { filled_ms: filledMs, muted_ms: mutedMs, reason } }: { readonly gap: Repair['gaps'][number] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <td className={filledMs === 0 ? 'warn' : 'num'}>
      {filledMs > 0 && seconds(filledMs, locale)}
      {mutedMs > 0 && <div className="muted">{t('repair.muted', { length: seconds(mutedMs, locale) })}</div>}
      {reason !== '' && <div>{reason}</div>}
    </td>
  );
}
