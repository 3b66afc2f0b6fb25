import { useTranslation } from 'react-i18next';
import { ToolsView } from '../../features/tools/tools-view.js';
import { usePageTitle } from '../../lib/page-title.js';
import { AdminOnly } from './settings.page.js';

export function ToolsPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.tools'));
  return (
    <AdminOnly>
      <div className="page-top">
        <h1>{t('page.tools')}</h1>
      </div>
      <ToolsView />
    </AdminOnly>
  );
}
