import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Blank } from '../../components/ui/blank.js';
import { ButtonLink } from '../../components/ui/button.js';
import { usePageTitle } from '../../lib/page-title.js';
import { PATHS } from '../../lib/paths.js';

export function NotFoundPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.not-found'));
  return (
    <Blank page icon={SearchX} title={t('page.not-found')} text={t('not-found.text')}>
      <ButtonLink to={PATHS.dashboard}>{t('not-found.home')}</ButtonLink>
    </Blank>
  );
}
