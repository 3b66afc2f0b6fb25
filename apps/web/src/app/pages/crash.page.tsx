import { Bug } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { Blank } from '../../components/ui/blank.js';
import { Button } from '../../components/ui/button.js';
import { textOf } from '../../lib/fault.js';
import { note } from '../../lib/notes.js';

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
