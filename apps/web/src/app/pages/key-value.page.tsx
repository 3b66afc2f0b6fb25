import { useTranslation } from 'react-i18next';
import { KeyValueList } from '../../features/keyvalue/key-value-list.js';
import { usePageTitle } from '../../lib/page-title.js';

export function KeyValuePage() {
  const { t } = useTranslation();
  usePageTitle(t('page.keyvalue'));
  return <KeyValueList />;
}
