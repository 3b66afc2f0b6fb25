import { useTranslation } from 'react-i18next';
import { FileView } from '../../features/files/file-view.js';
import { usePageTitle } from '../../lib/page-title.js';
import { AdminOnly } from './settings.page.js';

export function FilesPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.files'));
  return (
    <AdminOnly>
      <div className="page-top">
        <h1>{t('page.files')}</h1>
      </div>
      <FileView />
    </AdminOnly>
  );
}
