import { type SiteAccountView } from '#libs/contracts';
import { LogIn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { signIntoSite, signOutOfSite, testSiteUser } from '../../api/sites.js';
import { Button } from '../../components/ui/button.js';
import { CheckButton } from '../../components/ui/check-button.js';
import { useAction } from '../../lib/use-action.js';
import { ForgetButton } from './forget-button.js';
import { nameOfSite } from './site-words.js';

/** Who is signed in at the site, through the app. The browser goes there and comes back. */
export function SiteUser({ site }: { readonly site: SiteAccountView }) {
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
