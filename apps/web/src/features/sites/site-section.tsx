import { type SiteAccountView } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/ui/notice.js';
import { AppForm } from './app-form.js';
import { PlaybackForm } from './playback-form.js';
import { PushState } from './push-state.js';
import { nameOfSite } from './site-words.js';
import { SiteUser } from './site-user.js';
import './sites.css';

/** All that can be set up for one site; nothing of it is needed to record. */
export function SiteSection({ site }: { readonly site: SiteAccountView }) {
  const { t } = useTranslation();
  const name = nameOfSite(site.kind);
  return (
    <section className="site" aria-label={name}>
      <h2 className="site-name">{name}</h2>
      {/* Without an app nothing is wrong: what that means is said below. */}
      {site.trouble !== null && site.client_id !== null && (
        <Notice tone="rec" title={t('sites.trouble')} text={site.trouble} />
      )}
      <Notice tone="done" title={t('sites.without', { site: name })} text={t('sites.without-text')} />
      <PushState site={site} />
      <AppForm site={site} />
      <SiteUser site={site} />
      <PlaybackForm site={site} />
    </section>
  );
}
