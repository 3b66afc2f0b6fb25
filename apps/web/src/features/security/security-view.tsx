import { useTranslation } from 'react-i18next';
import { TablePart } from '../../components/ui/stacked-table.js';
import { LinkTable } from './link-table.js';
import { LoginTable } from './login-table.js';
import { SessionTable } from './session-table.js';

/** Who has access now, and who had or tried. */
export function SecurityView() {
  const { t } = useTranslation();
  return (
    <>
      <TablePart id="security-sessions" title={t('security.sessions')} help={t('security.sessions-help')}>
        <SessionTable />
      </TablePart>
      <TablePart id="security-links" title={t('security.links')} help={t('security.links-help')}>
        <LinkTable />
      </TablePart>
      <TablePart id="security-history" title={t('security.history')} help={t('security.history-help')}>
        <LoginTable />
      </TablePart>
    </>
  );
}
