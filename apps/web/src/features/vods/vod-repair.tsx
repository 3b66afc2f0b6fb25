import { type Vod, type VodRepair as Repair } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { clock, seconds } from '../../lib/format.js';
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
      <FilledChat lines={repair.chat ?? []} start={start} />
    </section>
  );
}

function FilledChat({ lines, start }: { readonly lines: NonNullable<Repair['chat']>; readonly start: number }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (lines.length === 0) return null;
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t('repair.chat-missing')}</th>
          <th scope="col">{t('gaps.length')}</th>
          <th scope="col">{t('repair.chat-added')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ at, dur_ms: durMs, messages, reason }) => (
          <tr key={at}>
            <td className="num">{clock(Math.max(0, at - start))}</td>
            <td className="num">{seconds(durMs, locale)}</td>
            <td className={reason === '' ? 'num' : 'warn'}>
              {messages}
              {reason !== '' && <div>{reason}</div>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
