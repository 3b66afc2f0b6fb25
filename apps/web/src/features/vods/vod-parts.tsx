import { type Vod } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { isPause, stripOf } from '../../components/strip/strip-model.js';
import { bytes, clock, seconds, timeWithSeconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { isEndUnread, isPartEnd } from './vod-state.js';

/** The parts of a VOD, and why each one ended. */
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
                {p.notices.map(({ code, text, count }) => (
                  <div key={code}>{count > 1 ? `${text} (${count})` : text}</div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const SHOWN = 20;

/** All gaps: the time, the length and the cause of each. */
export function VodGaps({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const model = stripOf(vod);
  const isUnread = isEndUnread(vod.parts);
  return (
    <section>
      <h3>{t('gaps.title')}</h3>
      {model.gaps.length === 0 ? (
        !isUnread && <p className="muted">{t('gaps.none')}</p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('gaps.at')}</th>
              <th scope="col">{t('gaps.length')}</th>
              <th scope="col">{t('gaps.why')}</th>
            </tr>
          </thead>
          <tbody>
            {model.gaps.slice(0, SHOWN).map((g) => (
              <tr key={g.from}>
                <td className="num">{clock(g.from - model.start)}</td>
                <td className={isPause(g) ? 'num' : 'num warn'}>{seconds(g.to - g.from, locale)}</td>
                <td className="muted">{t(`gaps.cause.${g.cause}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {model.gaps.length > SHOWN && <p className="dim">{t('gaps.more', { count: model.gaps.length - SHOWN })}</p>}
      {isUnread && <p className="warn">{t('gaps.unread')}</p>}
    </section>
  );
}
