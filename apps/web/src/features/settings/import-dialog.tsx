import { type ImportReport } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { importSettings } from '../../api/settings.js';
import { Modal } from '../../components/ui/modal.js';
import { ModalFoot } from '../../components/ui/modal-foot.js';
import { useAction } from '../../lib/use-action.js';
import { ImportPreview } from './import-preview.js';

/** A file of settings, and what taking it over would change. */
export interface ChosenFile {
  readonly file: Readonly<Record<string, unknown>>;
  readonly report: ImportReport;
}

export function ImportDialog({
  chosen: { file, report },
  onClose,
}: {
  readonly chosen: ChosenFile;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { mutate } = useSWRConfig();
  const take = useAction(importSettings, t('settings.imported'));
  const nothing = report.settings.changed.length + report.channels.added.length + report.channels.changed.length === 0;
  return (
    <Modal
      open
      onClose={onClose}
      title={t('settings.import-title')}
      text={nothing ? t('settings.import-nothing') : t('settings.import-text')}
    >
      <ImportPreview report={report} />
      <ModalFoot
        onCancel={onClose}
        action={t('settings.import-do')}
        busy={take.busy}
        disabled={nothing}
        onDo={() => {
          void take.run(file, false).then((done) => {
            if (!done) return;
            void mutate(() => true);
            onClose();
          });
        }}
      />
    </Modal>
  );
}
