import { type ImportReport } from '#libs/contracts';
import { Download, Upload } from 'lucide-react';
import { Fragment, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { exportSettings, importSettings } from '../../api/settings.js';
import { Button } from '../../components/ui/button.js';
import { FaultLine } from '../../components/ui/field.js';
import { Modal, ModalFoot } from '../../components/ui/modal.js';
import { faultText } from '../../lib/fault.js';
import { useAction } from '../../lib/use-action.js';
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
      else setChosen({ file, report: (await importSettings(file, true)).data });
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

const shown = (value: string | number | boolean): string => (value === '' ? '–' : String(value));

/** A key may break only after its dots and underscores. */
const Key = ({ name }: { readonly name: string }) => (
  <code>
    {name.split(/(?<=[._])/).map((part, i) => (
      <Fragment key={i}>
        {i > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </code>
);

/** The changes of an import: old and new value of each setting, channels by name. */
function ImportPreview({ report: { settings, channels } }: { readonly report: ImportReport }) {
  const { t } = useTranslation();
  const skipped = [...settings.skipped.map(({ key, why }) => ({ name: key, why })), ...channels.skipped];
  return (
    <div className="import">
      {settings.changed.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('settings.import-setting')}</th>
              <th scope="col">{t('settings.import-from')}</th>
              <th scope="col">{t('settings.import-to')}</th>
            </tr>
          </thead>
          <tbody>
            {settings.changed.map(({ key, from, to }) => (
              <tr key={key}>
                <td>
                  <Key name={key} />
                </td>
                <td className="dim">{shown(from)}</td>
                <td>{shown(to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {channels.added.length > 0 && (
        <p>{t('settings.import-added', { count: channels.added.length, names: channels.added.join(', ') })}</p>
      )}
      {channels.changed.length > 0 && (
        <p>{t('settings.import-changed', { count: channels.changed.length, names: channels.changed.join(', ') })}</p>
      )}
      <p className="muted">
        {t('settings.import-same', { settings: settings.unchanged, channels: channels.unchanged })}
      </p>
      {skipped.length > 0 && (
        <details>
          <summary>{t('settings.import-skipped', { count: skipped.length })}</summary>
          <ul>
            {skipped.map(({ name, why }) => (
              <li key={name}>
                <Key name={name} /> {why}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
