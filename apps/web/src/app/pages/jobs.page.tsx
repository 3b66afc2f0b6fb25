import { useTranslation } from 'react-i18next';
import { JobList } from '../../features/jobs/job-list.js';
import { usePageTitle } from '../../lib/page-title.js';
import { AdminOnly } from './settings.page.js';

export function JobsPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.jobs'));
  return (
    <AdminOnly>
      <div className="page-top">
        <h1>{t('page.jobs')}</h1>
      </div>
      <JobList />
    </AdminOnly>
  );
}
