import { type Channel } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { deleteAllVods } from '../../api/channel.js';
import { Confirm } from '../../components/ui/confirm.js';
import { bytes } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';

/** Empties a channel; what is protected or in use stays, and the job says why. */
export function DeleteAllVodsDialog({ channel, onClose }: { readonly channel: Channel; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const remove = useAction(deleteAllVods, t('channel.deleting-all'));
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('channel.delete-all-title', { name: channel.displayName })}
      text={t('channel.delete-all-text', { count: channel.vods_count, size: bytes(channel.vods_size, locale) })}
      action={t('channel.delete-all')}
      busy={remove.busy}
      onConfirm={() => {
        void remove.run(channel.uuid).then((done) => {
          if (done) onClose();
        });
      }}
    />
  );
}
