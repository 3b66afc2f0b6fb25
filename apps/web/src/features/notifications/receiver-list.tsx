import { isV0Receiver, type ReceiverView } from '#libs/contracts';
import { BellPlus, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { deleteReceiver, saveReceiver, testReceiver } from '../../api/notification.js';
import { Button, IconButton } from '../../components/ui/button.js';
import { CheckButton } from '../../components/ui/check-button.js';
import { ConfirmButton } from '../../components/ui/confirm.js';
import { Tag } from '../../components/ui/tag.js';
import { PATHS } from '../../lib/paths.js';
import { useAction } from '../../lib/use-action.js';
import { canPush, subscribeBrowser } from './push-subscription.js';
import { ReceiverForm } from './receiver-form.js';
import { kindName, receiverName } from './receiver-name.js';

/** First setting of the receivers whose configuration is in the settings. */
const SETTING_OF: Readonly<Record<string, string>> = {
  telegram: 'telegram_token',
  discord: 'discord_webhook',
  pushover: 'notifications.pushover.token',
  ntfy: 'notifications.ntfy.url',
};

/** All receivers; each can be tested and changed. */
export function ReceiverList({
  receivers,
  pushKey,
}: {
  readonly receivers: readonly ReceiverView[];
  readonly pushKey: string;
}) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<ReceiverView | 'new' | null>(null);
  return (
    <>
      <ul className="notify-receivers">
        {receivers.map((receiver) => (
          <Receiver
            key={receiver.id}
            receiver={receiver}
            onEdit={() => {
              setEdited(receiver);
            }}
          />
        ))}
      </ul>
      <div className="button-row">
        <Button
          icon={Plus}
          onClick={() => {
            setEdited('new');
          }}
        >
          {t('notify.add')}
        </Button>
        {canPush() && <PushButton pushKey={pushKey} />}
      </div>
      {edited !== null && (
        <ReceiverForm
          receiver={edited === 'new' ? null : edited}
          onClose={() => {
            setEdited(null);
          }}
        />
      )}
    </>
  );
}

function Receiver({ receiver, onEdit }: { readonly receiver: ReceiverView; readonly onEdit: () => void }) {
  const { t } = useTranslation();
  const name = receiverName(t, receiver);
  const { [receiver.id]: setting } = SETTING_OF;
  return (
    <li className="notify-receiver">
      <div className="notify-receiver-name">
        <b>{name}</b>
        {receiver.name !== '' && <span className="dim">{kindName(t, receiver.kind)}</span>}
        <ReceiverState receiver={receiver} />
      </div>
      {receiver.fault === '' ? <Last receiver={receiver} /> : <p className="notify-failed">{receiver.fault}</p>}
      <div className="notify-receiver-do">
        <CheckButton
          small
          label={t('notify.test')}
          of={JSON.stringify(receiver.config)}
          disabled={!receiver.ready}
          work={async () => {
            const { data } = await testReceiver(receiver.id);
            return { data: { ok: data.ok, message: data.answer } };
          }}
        />
        {setting !== undefined && (
          <Link className="text-link" to={PATHS.setting(setting)}>
            {t('notify.set-up')}
          </Link>
        )}
        {receiver.kind !== 'unknown' && (
          <IconButton icon={Pencil} label={t('notify.edit', { name })} onClick={onEdit} />
        )}
        {!isV0Receiver(receiver.id) && <RemoveButton id={receiver.id} name={name} />}
      </div>
    </li>
  );
}

function ReceiverState({ receiver: { on, ready, fault } }: { readonly receiver: ReceiverView }) {
  const { t } = useTranslation();
  if (fault !== '') return <Tag>{t('notify.broken')}</Tag>;
  if (!ready) return <Tag>{t('notify.not-set-up')}</Tag>;
  return on ? null : <Tag>{t('notify.off')}</Tag>;
}

function Last({ receiver: { last } }: { readonly receiver: ReceiverView }) {
  const { t } = useTranslation();
  if (last === null || last.state === 'sent') return null;
  return (
    <p className={last.state === 'failed' ? 'notify-failed' : 'dim'}>
      {t(`notify.state.${last.state}`)}: {last.answer}
    </p>
  );
}

function RemoveButton({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTranslation();
  const remove = useAction(deleteReceiver);
  const label = t('notify.remove', { name });
  return (
    <ConfirmButton
      button={(openConfirm) => <IconButton icon={Trash2} label={label} onClick={openConfirm} />}
      title={label}
      text={t('notify.remove-text')}
      action={t('common.delete')}
      busy={remove.busy}
      onConfirm={() => remove.run(id)}
    />
  );
}

/** Makes this browser a receiver, also while no page is open. */
function PushButton({ pushKey }: { readonly pushKey: string }) {
  const { t } = useTranslation();
  const add = useAction(async () => {
    const config = await subscribeBrowser(pushKey);
    if (config === null) return { message: t('notify.push-refused') };
    const form = { kind: 'webPush', name: t('notify.push-name'), on: true, quiet: true, config } as const;
    return saveReceiver(null, form);
  });
  return (
    <Button
      icon={BellPlus}
      busy={add.busy}
      onClick={() => {
        void add.run();
      }}
    >
      {t('notify.push-add')}
    </Button>
  );
}
