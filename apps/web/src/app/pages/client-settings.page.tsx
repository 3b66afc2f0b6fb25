import { useTranslation } from 'react-i18next';
import { ClientSettingsForm } from '../../features/settings/client-settings-form.js';
import { usePageTitle } from '../../lib/page-title.js';

export function ClientSettingsPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.client-settings'));
  return <ClientSettingsForm />;
}
