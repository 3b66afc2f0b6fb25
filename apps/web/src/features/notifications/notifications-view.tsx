import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useReceivers, useRules, useTemplates } from '../../api/notification.js';
import { useSettings } from '../../api/settings.js';
import { LoadState } from '../../components/ui/load-state.js';
import { PATHS } from '../../lib/paths.js';
import { DeliveryList } from './delivery-list.js';
import { ReceiverList } from './receiver-list.js';
import { RuleMatrix } from './rule-matrix.js';
import './notifications.css';

/** The receivers, their rules and texts, and the state of the newest messages. */
export function NotificationsView() {
  const { t } = useTranslation();
  const [receivers, rules, templates] = [useReceivers(), useRules(), useTemplates()];
  const waiting = [receivers, rules, templates].find((answer) => answer.data === undefined);
  if (receivers.data === undefined || rules.data === undefined || templates.data === undefined)
    return <LoadState what={t('notify.loading')} answer={waiting ?? receivers} />;
  return (
    <>
      <section className="notify-part" aria-labelledby="notify-receivers">
        <h2 id="notify-receivers">{t('notify.receivers')}</h2>
        <p className="muted">{t('notify.receivers-help')}</p>
        <ReceiverList receivers={receivers.data.receivers} pushKey={receivers.data.push_key} />
      </section>
      <section className="notify-part" aria-labelledby="notify-rules">
        <h2 id="notify-rules">{t('notify.rules')}</h2>
        <p className="muted">{t('notify.rules-help')}</p>
        <RuleMatrix receivers={receivers.data.receivers} rules={rules.data} templates={templates.data} />
      </section>
      <section className="notify-part" aria-labelledby="notify-quiet">
        <h2 id="notify-quiet">{t('notify.quiet-hours')}</h2>
        <QuietHours />
      </section>
      <section className="notify-part" aria-labelledby="notify-log">
        <h2 id="notify-log">{t('notify.log')}</h2>
        <DeliveryList receivers={receivers.data.receivers} />
      </section>
    </>
  );
}

/** The quiet hours are settings of the server. */
function QuietHours() {
  const { t } = useTranslation();
  const config = useSettings().data?.config;
  const [from, to] = [config?.['notifications.quiet.from'], config?.['notifications.quiet.to']];
  const isSet = typeof from === 'string' && typeof to === 'string' && from !== '' && to !== '' && from !== to;
  return (
    <p className="muted">
      {isSet ? t('notify.quiet-set', { from, to }) : t('notify.quiet-none')}{' '}
      <Link className="text-link" to={PATHS.setting('notifications.quiet.from')}>
        {t('notify.quiet-change')}
      </Link>
    </p>
  );
}
