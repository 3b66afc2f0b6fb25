import { useTranslation } from 'react-i18next';
import { endSession, useSessions } from '../../api/security.js';
import { LoadState } from '../../components/ui/load-state.js';
import { StackedTable } from '../../components/ui/stacked-table.js';
import { Tag } from '../../components/ui/tag.js';
import { browserName } from './browser-name.js';
import { AddressCell, AgentCell, EndButton, TimeCell } from './cells.js';

/** Logins of the operator; each but the own one can be ended. */
export function SessionTable() {
  const { t } = useTranslation();
  const answer = useSessions();
  if (answer.data === undefined) return <LoadState what={t('security.sessions-loading')} answer={answer} />;
  if (answer.data.length === 0) return <p className="muted">{t('security.sessions-none')}</p>;
  const heads = [t('security.browser'), t('security.address'), t('security.since'), t('security.used')] as const;
  const [browser, address, since, used] = heads;
  return (
    <StackedTable heads={heads} hasButtons>
      {answer.data.map((session) => (
        <tr key={session.id}>
          <AgentCell label={browser} agent={session.agent}>
            {session.current && <Tag tone="accent">{t('security.current')}</Tag>}
          </AgentCell>
          <AddressCell label={address} address={session.address} />
          <TimeCell label={since} at={session.created_at} />
          <TimeCell label={used} at={session.used_at} />
          <td className="row-do">
            {!session.current && (
              <EndButton
                label={t('security.end-session', { browser: browserName(session.agent) || session.address })}
                text={t('security.end-session-text')}
                end={() => endSession(session.id)}
                onDone={() => {
                  void answer.mutate();
                }}
              />
            )}
          </td>
        </tr>
      ))}
    </StackedTable>
  );
}
