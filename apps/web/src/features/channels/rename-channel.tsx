import { type Channel } from '#libs/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { renameChannel } from '../../api/channel.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { Modal, ModalFoot } from '../../components/ui/modal.js';
import { fieldFaultsOf, faultText } from '../../lib/fault.js';

/** Renames a channel to its current name at the site; a job renames its VODs. */
export function RenameChannelDialog({ channel, onClose }: { readonly channel: Channel; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [login, setLogin] = useState(channel.login);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const { message } = await renameChannel(channel.uuid, login.trim().toLowerCase());
      toast.success(message);
      onClose();
    } catch (thrown) {
      setFault(fieldFaultsOf(thrown)[0]?.message ?? faultText(thrown, t('away.short')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={t('channel.rename-title', { name: channel.displayName })}
      text={t('channel.rename-text')}
    >
      <form
        onSubmit={(e) => {
          e.preventDefault();
          void send();
        }}
      >
        <Field label={t('channel.new-login')} error={fault}>
          {(parts) => (
            <input
              {...inputOf(parts)}
              value={login}
              autoFocus
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              onChange={(e) => {
                setLogin(e.target.value);
                setFault(undefined);
              }}
            />
          )}
        </Field>
        <ModalFoot
          onCancel={onClose}
          action={t('rename.do')}
          busy={busy}
          disabled={login.trim() === '' || login.trim() === channel.login}
        />
      </form>
    </Modal>
  );
}
