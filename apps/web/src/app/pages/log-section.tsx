import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../api/auth.js';
import { LogView } from '../../features/logs/log-view.js';

/** The log at the dashboard's end; it asks for nothing until it is opened (spec L52). */
export function LogSection() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (!useIsAdmin()) return null;
  return (
    <details
      className="log-section"
      onToggle={(e) => {
        setOpen(e.currentTarget.open);
      }}
    >
      <summary>{t('page.log')}</summary>
      {open && <LogView />}
    </details>
  );
}
