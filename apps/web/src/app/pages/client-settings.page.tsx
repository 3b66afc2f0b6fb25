import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../api/auth.js';
import { ClientSettingsForm } from '../../features/settings/client-settings-form.js';
import { ClientSync } from '../../features/settings/client-sync.js';
import { usePageTitle } from '../../lib/page-title.js';

export function ClientSettingsPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.client-settings'));
  const admin = useIsAdmin();
  return (
    <>
      <ClientSettingsForm />
      <ClientSync canLeave={admin} />
    </>
  );
}
