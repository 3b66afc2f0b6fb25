import { type Channel, isSiteKind, type SubscriptionState } from '#libs/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkSubscriptions, subscribeChannel, unsubscribeChannel } from '../../api/channel.js';
import { Button } from '../../components/ui/button.js';
import { Modal } from '../../components/ui/modal.js';
import { useAction } from '../../lib/use-action.js';

/**
 * Push subscriptions of a channel: the stored status, the status at the site, and buttons to subscribe and unsubscribe.
 */
export function ChannelSubscriptionsDialog({
  channel,
  onClose,
}: {
  readonly channel: Channel;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [found, setFound] = useState<readonly SubscriptionState[] | null>(null);
  const subscribe = useAction(subscribeChannel, t('push.asked'));
  const unsubscribe = useAction(unsubscribeChannel);
  const check = useAction(async (uuid: string) => {
    setFound((await checkSubscriptions(uuid)).data.raw);
    return { message: '' };
  });
  const isOff = channel.push.status === 'polled' && channel.push.reason !== '';
  return (
    <Modal open onClose={onClose} title={t('push.of', { name: channel.displayName })} text={t('push.text')}>
      <p className="push-now">
        <PushStatusLabel channel={channel} />{' '}
        {channel.push.reason !== '' && <span className="muted">{channel.push.reason}</span>}
      </p>
      {found !== null && <Found found={found} />}
      <div className="modal-foot">
        <Button
          busy={check.busy}
          onClick={() => {
            void check.run(channel.uuid);
          }}
        >
          {t('push.check')}
        </Button>
        {!isOff && (
          <Button
            busy={unsubscribe.busy}
            onClick={() => {
              void unsubscribe.run(channel.uuid);
            }}
          >
            {t('push.unsubscribe')}
          </Button>
        )}
        <Button
          tone="primary"
          busy={subscribe.busy}
          onClick={() => {
            void subscribe.run(channel.uuid);
          }}
        >
          {t('push.subscribe')}
        </Button>
      </div>
    </Modal>
  );
}

function Found({ found }: { readonly found: readonly SubscriptionState[] }) {
  const { t } = useTranslation();
  if (found.length === 0)
    return (
      <p className="muted" role="status">
        {t('push.none')}
      </p>
    );
  return (
    <table className="table" role="status">
      <tbody>
        {found.map((s) => (
          <tr key={s.id}>
            <td>{s.type}</td>
            <td className={s.status === 'enabled' ? '' : 'warn'}>{s.status}</td>
            <td className="dim">{s.transport_method}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const STATUS_KEYS = {
  active: 'channel.push.active',
  pending: 'channel.push.pending',
  partly: 'channel.push.missing',
  failed: 'channel.push.missing',
  polled: 'channel.push.polled',
} as const satisfies Record<Channel['push']['status'], string>;

/** How the site pushes events of this channel. A plain address has no pushes, so nothing is shown. */
export function PushStatusLabel({ channel: { provider_kind, push } }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  if (!isSiteKind(provider_kind)) return null;
  const bad = push.status === 'partly' || push.status === 'failed';
  return (
    <span className={bad ? 'fact-warn' : ''} title={push.reason}>
      {t(STATUS_KEYS[push.status])}
      {bad && push.reason !== '' && `: ${push.reason}`}
    </span>
  );
}
