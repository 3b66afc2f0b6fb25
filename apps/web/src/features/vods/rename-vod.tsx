import { VOD_VARIABLES, type Vod } from '#libs/contracts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { previewVodName } from '../../api/preview-vod-name.js';
import { type NameWish, renameVod } from '../../api/rename-vod.js';
import { useSettings } from '../../api/use-settings.js';
import { useVodAction } from '../../api/use-vod-action.js';
import { Button } from '../../components/ui/button.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { Modal } from '../../components/ui/modal.js';
import { useDebounced } from '../../lib/use-debounced.js';
import './rename-vod.css';

/** The settings that new VODs are named by. */
const NAME_KEY = 'filename_vod';
/** Not for a whole sentence: a name of a file. */
const MOST_LETTERS = 400;

/** Names a VOD and its files by a template, with what that gives while it is typed (spec M4). */
export function RenameVodDialog({ vod, onClose }: { readonly vod: Vod; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { data: settings } = useSettings();
  return <Modal open onClose={onClose} title={t('rename.title')} text={vod.basename}>{settings !== undefined && <RenameForm vod={vod} start={String(settings.config[NAME_KEY] ?? '')} onDone={onClose} />}</Modal>;
}

function RenameForm({ vod, start, onDone }: { readonly vod: Vod; readonly start: string; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [template, setTemplate] = useState(start);
  const [folder, setFolder] = useState('');
  const rename = useVodAction(renameVod, t('rename.done'));
  const wish: NameWish = folder.trim() === '' ? { template } : { template, folder_template: folder };
  const asked = useDebounced(wish);
  const { data: preview } = useSWR(['name', vod.uuid, asked], () => previewVodName(vod.uuid, asked), { keepPreviousData: true });
  const send = async (): Promise<void> => { if (await rename.run(vod.uuid, wish)) onDone(); };
  return (
    <form className="rename" onSubmit={(e) => { e.preventDefault(); void send(); }}>
      <TemplateField label={t('rename.template')} value={template} onChange={setTemplate} values={preview?.variables ?? {}} />
      <Field label={t('rename.folder')} help={t('rename.folder-help')}>{(parts) => <input {...inputOf(parts)} className="input mono" value={folder} maxLength={MOST_LETTERS} autoComplete="off" spellCheck={false} onChange={(e) => { setFolder(e.target.value); }} />}</Field>
      <div className="rename-preview" aria-live="polite"><span className="dim">{t('rename.preview')}</span><output className="mono">{preview === undefined ? '…' : folder.trim() === '' ? preview.name : preview.path}</output></div>
      {preview?.warnings.map((warning) => <p key={warning} className="rename-warning">{warning}</p>)}
      <div className="modal-foot"><Button onClick={onDone}>{t('common.cancel')}</Button><Button type="submit" tone="primary" busy={rename.busy} disabled={preview?.valid !== true}>{t('rename.do')}</Button></div>
    </form>
  );
}

interface TemplateProps { readonly label: string; readonly value: string; readonly onChange: (value: string) => void; /** What each variable is for this VOD. */ readonly values: Readonly<Record<string, string>> }

/** A template and the variables that may stand in it; a click puts one where the cursor is. */
function TemplateField({ label, value, onChange, values }: TemplateProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const insert = (name: string): void => {
    const field = input.current;
    if (field === null) return;
    field.setRangeText(`{${name}}`, field.selectionStart ?? value.length, field.selectionEnd ?? value.length, 'end');
    onChange(field.value);
    field.focus();
  };
  return (
    <div>
      <Field label={label}>{(parts) => <input {...inputOf(parts)} ref={input} className="input mono" value={value} maxLength={MOST_LETTERS} autoComplete="off" spellCheck={false} onChange={(e) => { onChange(e.target.value); }} />}</Field>
      <ul className="rename-variables" aria-label={t('rename.variables')}>{VOD_VARIABLES.map((name) => <li key={name}><button type="button" className="tag" title={values[name]} onClick={() => { insert(name); }}>{name}</button></li>)}</ul>
    </div>
  );
}
