import { type ChatMethod, type Vod } from '#libs/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadCopy, downloadVodChat } from '../../api/download.js';
import { useVodAction } from '../../api/vod.js';
import { Button } from '../../components/ui/button.js';
import { ChatMethodSelect, QualitySelect, type QualityName } from '../../components/ui/download-selects.js';
import { Field } from '../../components/ui/field.js';
import { Modal } from '../../components/ui/modal.js';

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
      <div className="modal-foot">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          tone="primary"
          busy={get.busy}
          onClick={() => {
            void get.run(vod.uuid, quality).then((done) => {
              if (done) onClose();
            });
          }}
        >
          {t('download.do')}
        </Button>
      </div>
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
      <div className="modal-foot">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          tone="primary"
          busy={get.busy}
          onClick={() => {
            void get.run(vod.uuid, method).then((done) => {
              if (done) onClose();
            });
          }}
        >
          {t('download.do')}
        </Button>
      </div>
    </Modal>
  );
}
