import { Download, Upload } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { exportSettings } from '../../api/settings.js';
import { Button } from '../../components/ui/button.js';
import { FaultLine } from '../../components/ui/fault-line.js';
import { saveFile } from '../../lib/save-file.js';
import { useAction } from '../../lib/use-action.js';
import { ImportDialog } from './import-dialog.js';
import { useChosenFile } from './use-chosen-file.js';

/** Settings and channels as one file, out and in. What a file would change is shown before it does. */
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

/** A button for the browser's own input of files, which is not to be seen. The same file may be picked again. */
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
