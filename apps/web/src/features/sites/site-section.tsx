import { type SiteAccountView } from '#libs/contracts';
import { LogIn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { signIntoSite, signOutOfSite, testSiteUser } from '../../api/sites.js';
import { Button } from '../../components/ui/button.js';
import { CheckButton } from '../../components/ui/check-button.js';
import { Notice } from '../../components/ui/notice.js';
import { Tag } from '../../components/ui/tag.js';
import { dayTime } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import { AppForm } from './app-form.js';
import { PlaybackForm } from './playback-form.js';
import { ForgetButton } from './site-form.js';
import { nameOfSite } from './site-names.js';
import './sites.css';

/** All settings of one site; recording needs none of them. */
export function SiteSection({ site }: { readonly site: SiteAccountView }) {
  const { t } = useTranslation();
  const name = nameOfSite(site.kind);
  return (
    <section className="site" aria-label={name}>
      <h2 className="site-name">{name}</h2>
      {/* A missing app is no fault; the section below explains its effect. */}
      {site.fault !== null && site.client_id !== null && (
        <Notice tone="rec" title={t('sites.fault')} text={site.fault} />
      )}
      <Notice tone="done" title={t('sites.without', { site: name })} text={t('sites.without-text')} />
      <PushState site={site} />
      <AppForm site={site} />
      <SiteUser site={site} />
      <PlaybackForm site={site} />
    </section>
  );
}

/** How the site currently reports streams, and why. */
function PushState({ site }: { readonly site: SiteAccountView }) {
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

/** Texts of the reasons that this version knows; the server may count others. */
const REFUSALS = {
  'bad-signature': 'push.refused.bad-signature',
  'too-old': 'push.refused.too-old',
  'malformed': 'push.refused.malformed',
  'unknown-subscription': 'push.refused.unknown-subscription',
  'too-large': 'push.refused.too-large',
  'replayed': 'push.refused.replayed',
} as const;
const isRefusal = (reason: string): reason is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, reason);

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
            <td>{isRefusal(r.reason) ? t(REFUSALS[r.reason]) : r.reason}</td>
            <td className="num">{r.count.toLocaleString(locale)}</td>
            <td className="num">{dayTime(r.last_at, locale, now)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The user signed in at the site through the app. The browser goes to the site and returns. */
function SiteUser({ site }: { readonly site: SiteAccountView }) {
  const { t } = useTranslation();
  const name = nameOfSite(site.kind);
  const signIn = useAction(async () => {
    location.assign(await signIntoSite(site.kind));
    return { message: '' };
  });
  return (
    <section className="site-part" aria-label={t('sites.user')}>
      <h3>{t('sites.user')}</h3>
      <p>{t('sites.user-for', { site: name })}</p>
      {site.user !== null && (
        <p className="site-who">
          {t('sites.signed-in-as')} <b>{site.user.login}</b>{' '}
          {site.user.scopes.length > 0 && (
            <span className="dim">{t('sites.may', { scopes: site.user.scopes.join(', ') })}</span>
          )}
        </p>
      )}
      <div className="site-do">
        <Button
          tone={site.user === null && site.client_id !== null ? 'primary' : 'plain'}
          icon={LogIn}
          busy={signIn.busy}
          disabled={site.client_id === null}
          onClick={() => {
            void signIn.run();
          }}
        >
          {site.user === null ? t('sites.sign-in', { site: name }) : t('sites.sign-in-again')}
        </Button>
        {site.user !== null && (
          <CheckButton label={t('sites.test')} of={site.user.user_id} work={() => testSiteUser(site.kind)} />
        )}
        {site.user !== null && (
          <ForgetButton
            label={t('sites.sign-out')}
            title={t('sites.sign-out-title', { login: site.user.login })}
            text={t('sites.sign-out-text')}
            work={() => signOutOfSite(site.kind)}
          />
        )}
        {site.client_id === null && <span className="dim">{t('sites.needs-app')}</span>}
      </div>
    </section>
  );
}
