import { useTranslation } from 'react-i18next';
import { LogView } from '../../features/logs/log-view.js';
import { usePageTitle } from '../../lib/page-title.js';
import { AdminOnly } from './settings.page.js';

export function LogPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.log'));
  return (
    <AdminOnly>
      <div className="page-top">
        <h1>{t('page.log')}</h1>
      </div>
      <LogView />
    </AdminOnly>
  );
}
