import { type Channel } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { scanChannel, scanLocalVideos } from '../../api/scan.js';
import { Confirm } from '../../components/ui/confirm.js';
import { useAction } from '../../lib/use-action.js';

/** Either scan asks first (spec L155). */
export function AskScan({
  channel,
  local,
  onClose,
}: {
  readonly channel: Channel;
  readonly local: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const scan = useAction(local ? scanLocalVideos : scanChannel, t('scan.started'));
  return (
    <Confirm
      open
      harmless
      onClose={onClose}
      title={t(local ? 'scan.local-title' : 'scan.title', { name: channel.displayName })}
      text={t(local ? 'scan.local-text' : 'scan.text')}
      action={t('scan.do')}
      busy={scan.busy}
      onConfirm={() => {
        void scan.run(channel.uuid).then((done) => {
          if (done) onClose();
        });
      }}
    />
  );
}
