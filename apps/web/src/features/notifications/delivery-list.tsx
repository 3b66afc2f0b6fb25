import { type DeliveryView, type ReceiverView } from '#libs/contracts';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { retryDelivery, useDeliveries } from '../../api/notification.js';
import { IconButton } from '../../components/ui/button.js';
import { LoadState } from '../../components/ui/load-state.js';
import { Tag } from '../../components/ui/tag.js';
import { dayTime } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import { receiverName } from './receiver-name.js';

/** The newest messages: which are delivered, wait or failed, and what the receiver answered. */
export function DeliveryList({ receivers }: { readonly receivers: readonly ReceiverView[] }) {
  const { t } = useTranslation();
  const answer = useDeliveries();
  if (answer.data === undefined) return <LoadState what={t('notify.log-loading')} answer={answer} />;
  if (answer.data.length === 0) return <p className="muted">{t('notify.log-none')}</p>;
  return (
    <table className="table notify-log">
      <thead>
        <tr>
          <th scope="col">{t('notify.log-time')}</th>
          <th scope="col">{t('notify.log-message')}</th>
          <th scope="col">{t('notify.log-receiver')}</th>
          <th scope="col">{t('notify.log-answer')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {answer.data.map((delivery) => (
          <Delivery
            key={delivery.id}
            delivery={delivery}
            receiver={receivers.find(({ id }) => id === delivery.receiver)}
          />
        ))}
      </tbody>
    </table>
  );
}

const TONES = { sent: 'live', waiting: 'plain', failed: 'rec' } as const;

function Delivery({
  delivery,
  receiver,
}: {
  readonly delivery: DeliveryView;
  readonly receiver: ReceiverView | undefined;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  const again = useAction(retryDelivery);
  const { state, next_at: next } = delivery;
  return (
    <tr>
      <td className="num">{dayTime(delivery.created_at, locale, now)}</td>
      <td>{delivery.title}</td>
      <td>{receiver ? receiverName(t, receiver) : ''}</td>
      <td>
        <Tag tone={TONES[state]}>{t(`notify.state.${state}`)}</Tag> <span className="dim">{delivery.answer}</span>
        {next !== null && delivery.attempts > 0 && (
          <span className="dim"> {t('notify.next-try', { time: dayTime(next, locale, now) })}</span>
        )}
      </td>
      <td className="row-do">
        {state === 'failed' && (
          <IconButton
            icon={RotateCw}
            label={t('notify.again', { title: delivery.title })}
            disabled={again.busy}
            onClick={() => {
              void again.run(delivery.id);
            }}
          />
        )}
      </td>
    </tr>
  );
}
