import { Bug, SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { Blank } from '../../components/ui/blank.js';
import { Button, ButtonLink } from '../../components/ui/button.js';
import { textOf } from '../../lib/fault.js';
import { note } from '../../lib/notes.js';
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

/** When the page itself fails: what it said, and a way out. */
export function CrashPage() {
  const { t } = useTranslation();
  const text = textOf(useRouteError());
  useEffect(() => {
    note(text);
  }, [text]);
  return (
    <main className="gate">
      <Blank page icon={Bug} title={t('crash.title')} text={t('crash.text', { message: text })}>
        <Button
          tone="primary"
          onClick={() => {
            location.reload();
          }}
        >
          {t('crash.reload')}
        </Button>
      </Blank>
    </main>
  );
}
