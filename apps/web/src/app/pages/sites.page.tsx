import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useSites } from '../../api/sites.js';
import { Notice } from '../../components/ui/notice.js';
import { LoadState } from '../../components/ui/load-state.js';
import { readReturn } from '../../features/sites/sign-in-return.js';
import { SiteSection } from '../../features/sites/site-section.js';
import { nameOfSite } from '../../features/sites/site-names.js';
import { usePageTitle } from '../../lib/page-title.js';

export function SitesPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.sites'));
  const answer = useSites();
  const { data } = answer;
  return (
    <>
      <SignedIn />
      {data === undefined ? (
        <LoadState what={t('loading.sites')} answer={answer} />
      ) : data.length === 0 ? (
        <p className="muted">{t('sites.none')}</p>
      ) : (
        data.map((site) => <SiteSection key={site.kind} site={site} />)
      )}
    </>
  );
}

/**
 * Shows the result of a sign-in once. It then removes the result from the address, so that a reload does not show it
 * again.
 */
function SignedIn() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const [came] = useState(() => readReturn(query));
  useEffect(() => {
    if (query.size > 0) setQuery({}, { replace: true });
  }, [query, setQuery]);
  if (came === null) return null;
  return (
    <div className="sites-return">
      {came.ok ? (
        <Notice tone="info" title={t('sites.signed-in', { site: nameOfSite(came.site) })} live />
      ) : (
        <Notice tone="rec" title={t('sites.not-signed-in')} text={t(`sites.sign-in-fault.${came.fault}`)} live />
      )}
    </div>
  );
}
