import { type ImportReport } from '#libs/contracts';
import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { exportSettings } from '../../api/export-settings.js';
import { importSettings } from '../../api/import-settings.js';
import { Button } from '../../components/ui/button.js';
import { Modal } from '../../components/ui/modal.js';
import { tellingOf } from '../../lib/fault.js';
import { saveFile } from '../../lib/save-file.js';
import { useAction } from '../../lib/use-action.js';
import { ImportPreview } from './import-preview.js';
import { readSettingsFile } from './read-settings-file.js';

interface Chosen {
  readonly file: Readonly<Record<string, unknown>>;
  readonly report: ImportReport;
}

/** Settings and channels as one file, out and in. What a file would change is shown before it does. */
export function SettingsTransfer() {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [fault, setFault] = useState('');
  const out = useAction(async () => {
    const file = await exportSettings();
    saveFile(`vodkeep-settings-${file.exported_at.slice(0, 10)}.json`, JSON.stringify(file, null, 2));
    return { message: '' };
  });
  const look = async (picked: File): Promise<void> => {
    setFault('');
    try {
      const file = readSettingsFile(await picked.text());
      if (file === null) setFault(t('settings.import-no-json'));
      else setChosen({ file, report: (await importSettings(file, true)).data });
    } catch (thrown) {
      setFault(tellingOf(thrown, t('away.short')));
    }
  };
  return (
    <section className="settings-more">
      <h2>{t('settings.file')}</h2>
      <p className="muted">{t('settings.file-help')}</p>
      <div className="button-row">
        <Button
          icon={Download}
          busy={out.busy}
          onClick={() => {
            void out.run();
          }}
        >
          {t('settings.export')}
        </Button>
        <Button
          icon={Upload}
          onClick={() => {
            input.current?.click();
          }}
        >
          {t('settings.import')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          className="off-screen"
          tabIndex={-1}
          aria-label={t('settings.import-file')}
          onChange={(e) => {
            const [picked] = e.target.files ?? [];
            e.target.value = '';
            if (picked) void look(picked);
          }}
        />
      </div>
      {fault !== '' && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      {chosen && (
        <ImportDialog
          chosen={chosen}
          onClose={() => {
            setChosen(null);
          }}
        />
      )}
    </section>
  );
}

function ImportDialog({
  chosen: { file, report },
  onClose,
}: {
  readonly chosen: Chosen;
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
      <div className="modal-foot">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          tone="primary"
          busy={take.busy}
          disabled={nothing}
          onClick={() => {
            void take.run(file, false).then((done) => {
              if (!done) return;
              void mutate(() => true);
              onClose();
            });
          }}
        >
          {t('settings.import-do')}
        </Button>
      </div>
    </Modal>
  );
}
