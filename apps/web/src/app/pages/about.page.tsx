import { useTranslation } from 'react-i18next';
import { AboutView } from '../../features/about/about-view.js';
import { usePageTitle } from '../../lib/page-title.js';

export function AboutPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.about'));
  return (
    <>
      <div className="page-top">
        <h1>{t('page.about')}</h1>
      </div>
      <AboutView />
    </>
  );
}
