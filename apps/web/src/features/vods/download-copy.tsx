import { type ChatMethod, type Vod } from '#libs/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadCopy, downloadVodChat } from '../../api/download.js';
import { useVodAction } from '../../api/vod.js';
import { ChatMethodSelect, QualitySelect, type QualityName } from '../../components/ui/download-selects.js';
import { Field } from '../../components/ui/field.js';
import { Modal, ModalFoot } from '../../components/ui/modal.js';

interface Props {
  readonly vod: Vod;
  readonly onClose: () => void;
}

/** Downloads the site's own copy of a recording, next to its files. */
export function DownloadCopyDialog({ vod, onClose }: Props) {
  const { t } = useTranslation();
  const [quality, setQuality] = useState<QualityName>('best');
  const get = useVodAction(downloadCopy, t('download.started'));
  return (
    <Modal open onClose={onClose} title={t('download.video-title')} text={t('download.video-text')}>
      <Field label={t('quality.label')}>
        {({ id }) => <QualitySelect id={id} value={quality} onChange={setQuality} />}
      </Field>
      <DownloadFoot onClose={onClose} busy={get.busy} start={() => get.run(vod.uuid, quality)} />
    </Modal>
  );
}

/** Downloads the chat of a recording from its site. */
export function DownloadChatDialog({ vod, onClose }: Props) {
  const { t } = useTranslation();
  const [method, setMethod] = useState<ChatMethod>('tcd');
  const get = useVodAction(downloadVodChat, t('download.started'));
  return (
    <Modal open onClose={onClose} title={t('download.chat-title')} text={t('download.chat-text')}>
      <Field label={t('download.method')}>
        {({ id }) => <ChatMethodSelect id={id} value={method} onChange={setMethod} />}
      </Field>
      <DownloadFoot onClose={onClose} busy={get.busy} start={() => get.run(vod.uuid, method)} />
    </Modal>
  );
}

/** The dialog closes once the download has started. */
function DownloadFoot({
  onClose,
  busy,
  start,
}: {
  readonly onClose: () => void;
  readonly busy: boolean;
  readonly start: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  return (
    <ModalFoot
      onCancel={onClose}
      action={t('download.do')}
      busy={busy}
      onDo={() => {
        void start().then((done) => {
          if (done) onClose();
        });
      }}
    />
  );
}
