import { type ImportReport } from '#libs/contracts';
import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { exportSettings, importSettings } from '../../api/settings.js';
import { Button } from '../../components/ui/button.js';
import { FaultLine } from '../../components/ui/field.js';
import { Modal, ModalFoot } from '../../components/ui/modal.js';
import { faultText } from '../../lib/fault.js';
import { useAction } from '../../lib/use-action.js';
import { AccessChanges, ImportPreview } from './import-preview.js';
import { readSettingsFile, saveFile } from './settings-file.js';

/** Exports and imports settings and channels as one file. Shows the changes of an import before it starts. */
export function SettingsTransfer() {
  const { t } = useTranslation();
  const { chosen, fault, choose, drop } = useChosenFile();
  const out = useAction(async () => {
    const file = await exportSettings();
    saveFile(`vodkeep-settings-${file.exported_at.slice(0, 10)}.json`, JSON.stringify(file, null, 2));
    return { message: '' };
  });
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
        <PickFile
          onPick={(picked) => {
            void choose(picked);
          }}
        />
      </div>
      <FaultLine text={fault} />
      {chosen && <ImportDialog chosen={chosen} onClose={drop} />}
    </section>
  );
}

/** A button for the hidden file input. The same file can be chosen again. */
function PickFile({ onPick }: { readonly onPick: (file: File) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
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
          if (picked) onPick(picked);
        }}
      />
    </>
  );
}

/** State of a chosen settings file: the server validates it without a change. `fault`: why it is not accepted. */
function useChosenFile() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [fault, setFault] = useState('');
  const choose = async (picked: File): Promise<void> => {
    setFault('');
    try {
      const file = readSettingsFile(await picked.text());
      if (file === null) setFault(t('settings.import-no-json'));
      else setChosen({ file, report: (await importSettings(file, 'dry-run')).data });
    } catch (thrown) {
      setFault(faultText(thrown, t('away.short')));
    }
  };
  const drop = (): void => {
    setChosen(null);
  };
  return { chosen, fault, choose, drop };
}

/** A settings file, and the changes that its import would make. */
interface ChosenFile {
  readonly file: Readonly<Record<string, unknown>>;
  readonly report: ImportReport;
}

function ImportDialog({
  chosen: { file, report },
  onClose,
}: {
  readonly chosen: ChosenFile;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { mutate } = useSWRConfig();
  const [seen, setSeen] = useState(false);
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
      {report.confirm.length > 0 && <AccessChanges report={report} seen={seen} onSeen={setSeen} />}
      <ModalFoot
        onCancel={onClose}
        action={t('settings.import-do')}
        busy={take.busy}
        disabled={nothing || (report.confirm.length > 0 && !seen)}
        onDo={() => {
          void take.run(file, report.confirm).then((done) => {
            if (!done) return;
            void mutate(() => true);
            onClose();
          });
        }}
      />
    </Modal>
  );
}
