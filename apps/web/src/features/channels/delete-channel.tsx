import { type Channel } from '#libs/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteChannel, forgetChannel } from '../../api/channel.js';
import { Confirm } from '../../components/ui/confirm.js';
import { SwitchRow } from '../../components/ui/toggle.js';
import { bytes } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';

interface Props {
  readonly channel: Channel;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onGone?: () => void;
}

/** Stops following a channel; its VODs stay unless the operator chooses to delete them. */
export function DeleteChannel({ channel, open, onClose, onGone }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [withVods, setWithVods] = useState(false);
  const remove = useAction(deleteChannel);
  const count = channel.vods_count;
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t('channel.delete-title', { name: channel.displayName })}
      text={t('channel.delete-text')}
      action={t('channel.delete')}
      busy={remove.busy}
      onConfirm={() => {
        void remove.run(channel.uuid, withVods).then((done) => {
          if (done) {
            onClose();
            onGone?.();
            void forgetChannel(channel.uuid);
          }
        });
      }}
    >
      {count > 0 && (
        <SwitchRow
          checked={withVods}
          onChange={setWithVods}
          label={t('channel.delete-vods', { count, size: bytes(channel.vods_size, locale) })}
        />
      )}
    </Confirm>
  );
}
