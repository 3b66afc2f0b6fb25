import { useTranslation } from 'react-i18next';
import { LinkTable } from './link-table.js';
import { LoginTable } from './login-table.js';
import { SessionTable } from './session-table.js';
import './security.css';

/** Who has access now, and who had or tried. */
export function SecurityView() {
  const { t } = useTranslation();
  return (
    <>
      <section className="security-part" aria-labelledby="security-sessions">
        <h2 id="security-sessions">{t('security.sessions')}</h2>
        <p className="muted">{t('security.sessions-help')}</p>
        <SessionTable />
      </section>
      <section className="security-part" aria-labelledby="security-links">
        <h2 id="security-links">{t('security.links')}</h2>
        <p className="muted">{t('security.links-help')}</p>
        <LinkTable />
      </section>
      <section className="security-part" aria-labelledby="security-history">
        <h2 id="security-history">{t('security.history')}</h2>
        <p className="muted">{t('security.history-help')}</p>
        <LoginTable />
      </section>
    </>
  );
}
