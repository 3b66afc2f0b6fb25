import { type Vod } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { bytes, clock, timeWithSeconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { isPartEnd } from './part-end.js';

/** What each recorder wrote, and why it stopped. */
export function VodParts({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (vod.parts.length === 0) return null;
  return (
    <section>
      <h3>{t('parts.title')}</h3>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('parts.from')}</th>
            <th scope="col">{t('parts.length')}</th>
            <th scope="col">{t('common.size')}</th>
            <th scope="col">{t('parts.end')}</th>
          </tr>
        </thead>
        <tbody>
          {vod.parts.map((p) => (
            <tr key={p.id} title={p.recorder}>
              <td className="num">{timeWithSeconds(p.started_at, locale)}</td>
              <td className="num">{clock(p.media_ms)}</td>
              <td className="num">{bytes(p.bytes, locale)}</td>
              <td className="muted">
                {p.ended_at === null ? t('parts.writing') : isPartEnd(p.cause) ? t(`parts.cause.${p.cause}`) : p.cause}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
