import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLogins } from '../../api/security.js';
import { Button } from '../../components/ui/button.js';
import { LoadState } from '../../components/ui/load-state.js';
import { LabelledCell, StackedTable } from '../../components/ui/stacked-table.js';
import { Tag } from '../../components/ui/tag.js';
import { AddressCell, AgentCell, TimeCell } from './cells.js';

/** Rows that are shown at first. */
const FIRST = 20;

/** Past logins and wrong passwords, newest first. */
export function LoginTable() {
  const { t } = useTranslation();
  const answer = useLogins();
  const [isWhole, setWhole] = useState(false);
  if (answer.data === undefined) return <LoadState what={t('security.history-loading')} answer={answer} />;
  if (answer.data.length === 0) return <p className="muted">{t('security.history-none')}</p>;
  const all = answer.data;
  const shown = isWhole ? all : all.slice(0, FIRST);
  return (
    <>
      <StackedTable heads={[t('security.at'), t('security.outcome'), t('security.address'), t('security.browser')]}>
        {shown.map((event, n) => (
          <tr key={`${event.at} ${String(all.length - n)}`}>
            <TimeCell label={t('security.at')} at={event.at} />
            <LabelledCell label={t('security.outcome')}>
              <Tag tone={event.outcome === 'ok' ? 'live' : 'warn'} dot>
                {t(`security.outcome.${event.outcome}`)}
              </Tag>
            </LabelledCell>
            <AddressCell label={t('security.address')} address={event.address} />
            <AgentCell label={t('security.browser')} agent={event.agent} />
          </tr>
        ))}
      </StackedTable>
      {shown.length < all.length && (
        <Button
          size="small"
          onClick={() => {
            setWhole(true);
          }}
        >
          {t('security.history-all', { count: all.length })}
        </Button>
      )}
    </>
  );
}
