import { useTranslation } from 'react-i18next';
import { useNamePreview } from '../../api/naming.js';
import { validateUrl } from '../../api/settings.js';
import { Button } from '../../components/ui/button.js';
import { CheckButton } from '../../components/ui/check-button.js';
import { Field } from '../../components/ui/field.js';
import { Tag } from '../../components/ui/tag.js';
import { NamePreview } from '../../components/ui/template-input.js';
import { choiceText, type NamedField, type SettingValue } from './setting-field.js';
import { SettingInput } from './setting-input.js';
import { useScrollToSetting } from './use-scroll-to-setting.js';

interface RowProps {
  readonly field: NamedField;
  readonly valueOf: (key: string) => SettingValue;
  readonly error: string | undefined;
  /** The page's address names this setting. */
  readonly shown: boolean;
  readonly onChange: (value: SettingValue) => void;
}

/** One setting with all its details. */
export function SettingRow({ field, valueOf, error, shown, onChange }: RowProps) {
  const box = useScrollToSetting(shown);
  return (
    <div
      className={`setting${shown ? ' setting-shown' : ''}${field.type === 'template' ? ' setting-template' : ''}`}
      ref={box}
      id={`setting-${field.key}`}
    >
      <Field wide label={field.text} help={field.help} error={error}>
        {(parts) => <SettingInput field={field} parts={parts} value={valueOf(field.key)} onChange={onChange} />}
      </Field>
      <SettingDetails field={field} value={valueOf(field.key)} onChange={onChange} />
      {field.key === 'app_url' && field.from_env !== true && <AddressCheck url={String(valueOf(field.key))} />}
      {field.key === 'filename_vod_folder' && (
        <VodNamePreview template={String(valueOf('filename_vod'))} folder={String(valueOf('filename_vod_folder'))} />
      )}
    </div>
  );
}

/** Details of a setting: its key, its environment variable, notes, and the default value. */
function SettingDetails({
  field,
  value,
  onChange,
}: {
  readonly field: NamedField;
  readonly value: SettingValue;
  readonly onChange: (value: SettingValue) => void;
}) {
  const { t } = useTranslation();
  return (
    <p className="setting-facts">
      <code>{field.key}</code>
      {field.from_env === true && <Tag tone="accent">{t('settings.from-env', { name: field.env_name ?? '' })}</Tag>}
      {field.restart_required === true && <Tag>{t('settings.restart')}</Tag>}
      {field.deprecated === true && <Tag tone="warn">{t('settings.deprecated')}</Tag>}
      {field.from_env !== true && field.secret !== true && field.default !== undefined && (
        <SettingDefault field={field} base={field.default} value={value} onPick={onChange} />
      )}
    </p>
  );
}

function SettingDefault({
  field,
  base,
  value,
  onPick,
}: {
  readonly field: NamedField;
  readonly base: SettingValue;
  readonly value: SettingValue;
  readonly onPick: (value: SettingValue) => void;
}) {
  const { t } = useTranslation();
  if (String(base) === String(value)) return <span>{t('settings.is-default')}</span>;
  const onOff = base === true ? t('settings.default-on') : t('settings.default-off');
  const text =
    base === ''
      ? t('settings.default-empty')
      : t('settings.default', { value: `${choiceText(field, String(base))} ${field.unit ?? ''}`.trim() });
  return (
    <Button
      size="small"
      tone="ghost"
      onClick={() => {
        onPick(base);
      }}
    >
      {typeof base === 'boolean' ? onOff : text}
    </Button>
  );
}

/** Preview of both VOD templates together. */
function VodNamePreview({ template, folder }: { readonly template: string; readonly folder: string }) {
  const { t } = useTranslation();
  const preview = useNamePreview({ template, folder_template: folder });
  return preview === undefined ? null : (
    <NamePreview label={t('settings.preview')} name={preview.path} warnings={preview.warnings} />
  );
}

/** Checks through a public address whether it leads to this installation. */
function AddressCheck({ url }: { readonly url: string }) {
  const { t } = useTranslation();
  const check = async () => {
    const { status, message } = await validateUrl(url);
    return { data: { ok: status === 'OK', message } };
  };
  return (
    <div className="setting-more">
      <CheckButton small label={t('settings.address-check')} of={url} disabled={url === ''} work={check} />
    </div>
  );
}
