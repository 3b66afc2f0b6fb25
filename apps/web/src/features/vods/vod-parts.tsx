import { type Vod } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../api/auth.js';
import { isPause, stripOf } from '../../components/strip/strip-model.js';
import { siteUrl } from '../../lib/basepath.js';
import { bytes, clock, seconds, timeWithSeconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { GapTable } from './gap-table.js';
import { isEndUnread, isPartEnd } from './vod-state.js';

/** The parts of a VOD, and why each one ended. */
export function VodParts({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const admin = useIsAdmin();
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
                {p.notices.map(({ code, text, count }) => (
                  <div key={code}>{count > 1 ? `${text} (${count})` : text}</div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {admin && (
        <p>
          <a href={siteUrl(`/api/v0/vod/${vod.uuid}/trace`)} download>
            {t('parts.trace')}
          </a>
        </p>
      )}
    </section>
  );
}

const MAX_ROWS = 20;

/** The first gaps with the time, the length and the cause of each, and the number of the others. */
export function VodGaps({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const model = stripOf(vod);
  const isUnread = isEndUnread(vod.parts);
  const rows = [
    ...model.gaps.map((g) => ({ ...g, isLoss: !isPause(g), why: t(`gaps.cause.${g.cause}`) })),
    ...model.trackGaps.map((g) => ({ ...g, isLoss: true, why: g.text })),
  ].sort((a, b) => a.from - b.from);
  const unknownEnd = vod.gaps.find(({ cause }) => cause === 'end-unknown');
  return (
    <section>
      <h3>{t('gaps.title')}</h3>
      {rows.length === 0 ? (
        !isUnread && !unknownEnd && <p className="muted">{t('gaps.none')}</p>
      ) : (
        <GapTable
          rows={rows.slice(0, MAX_ROWS).map((g) => ({
            key: `${String(g.from)} ${g.why}`,
            at: g.from - model.start,
            ms: g.to - g.from,
            isLoss: g.isLoss,
            why: g.why,
          }))}
        />
      )}
      {rows.length > MAX_ROWS && <p className="dim">{t('gaps.more', { count: rows.length - MAX_ROWS })}</p>}
      {isUnread && <p className="warn">{t('gaps.unread')}</p>}
      {unknownEnd && (
        <p className="warn">
          {t('gaps.end-unknown', {
            from: timeWithSeconds(unknownEnd.at, locale),
            to: timeWithSeconds(unknownEnd.at + unknownEnd.durMs, locale),
            length: seconds(unknownEnd.durMs, locale),
          })}
        </p>
      )}
    </section>
  );
}
