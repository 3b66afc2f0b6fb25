import { Bug, SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { EmptyState } from '../../components/ui/empty-state.js';
import { Button, ButtonLink } from '../../components/ui/button.js';
import { errorText } from '../../lib/fault.js';
import { logInClient } from '../../lib/client-log.js';
import { usePageTitle } from '../../lib/page-title.js';
import { PATHS } from '../../lib/paths.js';

export function NotFoundPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.not-found'));
  return (
    <EmptyState page icon={SearchX} title={t('page.not-found')} text={t('not-found.text')}>
      <ButtonLink to={PATHS.dashboard}>{t('not-found.home')}</ButtonLink>
    </EmptyState>
  );
}

/** Shown when the page itself crashes: the error and a way back. */
export function CrashPage() {
  const { t } = useTranslation();
  const text = errorText(useRouteError());
  useEffect(() => {
    logInClient(text);
  }, [text]);
  return (
    <main className="gate">
      <EmptyState page icon={Bug} title={t('crash.title')} text={t('crash.text', { message: text })}>
        <Button
          tone="primary"
          onClick={() => {
            location.reload();
          }}
        >
          {t('crash.reload')}
        </Button>
      </EmptyState>
    </main>
  );
}
