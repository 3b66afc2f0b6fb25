import { VOD_VARIABLES, type Vod } from '#libs/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type NameRequest, renameVod, useNamePreview } from '../../api/naming.js';
import { useSettings } from '../../api/settings.js';
import { useVodAction } from '../../api/vod.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { Modal, ModalFoot } from '../../components/ui/modal.js';
import { NamePreview, TemplateInput } from '../../components/ui/template-input.js';
import './rename-vod.css';

/** The setting with the name template of new VODs. */
const NAME_KEY = 'filename_vod';
/** Longest template: it makes a file name. */
const MAX_LETTERS = 400;

/** Renames a VOD and its files by a template, with a preview. */
export function RenameVodDialog({ vod, onClose }: { readonly vod: Vod; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { data: settings } = useSettings();
  return (
    <Modal open onClose={onClose} title={t('rename.title')} text={vod.basename}>
      {settings !== undefined && (
        <RenameForm vod={vod} start={String(settings.config[NAME_KEY] ?? '')} onDone={onClose} />
      )}
    </Modal>
  );
}

function RenameForm({
  vod,
  start,
  onDone,
}: {
  readonly vod: Vod;
  readonly start: string;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation();
  const [template, setTemplate] = useState(start);
  const [folder, setFolder] = useState('');
  const rename = useVodAction(renameVod, t('rename.done'));
  const request: NameRequest = folder.trim() === '' ? { template } : { template, folder_template: folder };
  const preview = useNamePreview({ ...request, vod: vod.uuid });
  const send = async (): Promise<void> => {
    if (await rename.run(vod.uuid, request)) onDone();
  };
  return (
    <form
      className="rename"
      onSubmit={(e) => {
        e.preventDefault();
        void send();
      }}
    >
      <Field label={t('rename.template')}>
        {(parts) => (
          <TemplateInput
            value={template}
            names={VOD_VARIABLES}
            values={preview?.variables ?? {}}
            parts={parts}
            onChange={setTemplate}
          />
        )}
      </Field>
      <FolderField value={folder} onChange={setFolder} />
      <NamePreview
        label={t('rename.preview')}
        name={preview === undefined ? '…' : folder.trim() === '' ? preview.name : preview.path}
        warnings={preview?.warnings ?? []}
      />
      <ModalFoot onCancel={onDone} action={t('rename.do')} busy={rename.busy} disabled={preview?.valid !== true} />
    </form>
  );
}

function FolderField({ value, onChange }: { readonly value: string; readonly onChange: (folder: string) => void }) {
  const { t } = useTranslation();
  return (
    <Field label={t('rename.folder')} help={t('rename.folder-help')}>
      {(parts) => (
        <input
          {...inputOf(parts)}
          className="input mono"
          value={value}
          maxLength={MAX_LETTERS}
          autoComplete="off"
          spellCheck={false}
          onChange={(e) => {
            onChange(e.target.value);
          }}
        />
      )}
    </Field>
  );
}
