import { useTranslation } from 'react-i18next';
import { TipList } from '../../features/settings/tip-list.js';
import { usePageTitle } from '../../lib/page-title.js';

export function TipsPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.tips'));
  return <TipList />;
}
