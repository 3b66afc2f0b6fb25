import { type SiteAccountView } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Tag } from '../../components/ui/tag.js';
import { dayTime } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import { nameOfSite } from './site-words.js';

/** How the site tells of streams right now, and why so. */
export function PushState({ site }: { readonly site: SiteAccountView }) {
  const { t } = useTranslation();
  const { push } = site;
  const polled = push.transport === 'poll';
  return (
    <section className="site-part" aria-label={t('push.title')}>
      <h3>{t('push.title')}</h3>
      <p>
        <Tag tone={polled ? 'plain' : push.connected ? 'live' : 'warn'} dot={!polled}>
          {t(`push.${push.transport}`)}
        </Tag>{' '}
        {push.reason === '' ? t(`push.${push.transport}-text`, { site: nameOfSite(site.kind) }) : push.reason}
      </p>
      {!polled && (
        <p className={push.active < push.wanted ? 'site-risk num' : 'num'}>
          {t('push.active', { active: push.active, wanted: push.wanted })}
          {!push.connected && ` ${t('push.away')}`}
        </p>
      )}
      <Refused refused={push.refused} />
      <p>
        <Link className="text-link" to={PATHS.config}>
          {t('push.settings')}
        </Link>
      </p>
    </section>
  );
}

function Refused({ refused }: Pick<SiteAccountView['push'], 'refused'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  if (refused.length === 0) return null;
  return (
    <table className="table">
      <caption>{t('push.refused')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('push.reason')}</th>
          <th scope="col" className="num">
            {t('push.count')}
          </th>
          <th scope="col" className="num">
            {t('push.last')}
          </th>
        </tr>
      </thead>
      <tbody>
        {refused.map((r) => (
          <tr key={r.reason}>
            <td>{r.reason}</td>
            <td className="num">{r.count.toLocaleString(locale)}</td>
            <td className="num">{dayTime(r.last_at, locale, now)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
