import { checkTemplate, MASK } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.js';
import { Select } from '../../components/ui/select.js';
import { type FieldParts, inputOf } from '../../components/ui/field.js';
import { TemplateInput } from '../../components/ui/template-input.js';
import { Toggle } from '../../components/ui/toggle.js';
import { choiceText, type NamedField, type SettingValue } from './setting-field.js';

interface SettingInputProps {
  readonly field: NamedField;
  readonly value: SettingValue;
  readonly parts: FieldParts;
  readonly onChange: (value: SettingValue) => void;
}

/** The input for a setting's type; a setting from the environment is read-only. */
export function SettingInput(props: SettingInputProps) {
  const { field, value, parts } = props;
  if (field.from_env === true)
    return (
      <input
        {...inputOf(parts)}
        readOnly
        value={field.type === 'boolean' ? (value === true ? '✓' : '–') : String(value)}
      />
    );
  return <OpenInput {...props} />;
}

function OpenInput(props: SettingInputProps) {
  const { field, value, parts, onChange } = props;
  const change = (e: { readonly target: { readonly value: string } }): void => {
    onChange(e.target.value);
  };
  switch (field.type) {
    case 'boolean':
      return <Toggle id={parts.id} checked={value === true} onChange={onChange} label={field.text} />;
    case 'choice':
      return (
        <Select
          id={parts.id}
          label={field.text}
          value={String(value)}
          options={(field.choices ?? []).map((c) => ({ value: c, label: choiceText(field, c) }))}
          onChange={onChange}
        />
      );
    case 'number':
      return (
        <div className="input-unit">
          <input {...inputOf(parts)} inputMode="decimal" autoComplete="off" value={String(value)} onChange={change} />
          {field.unit !== undefined && <span>{field.unit}</span>}
        </div>
      );
    case 'template':
      return <TemplateSetting {...props} />;
    case 'string':
      return <TextInput {...props} />;
  }
}

function TextInput({ field, value, parts, onChange }: SettingInputProps) {
  const change = (e: { readonly target: { readonly value: string } }): void => {
    onChange(e.target.value);
  };
  if (field.secret === true) return <MaskedInput value={String(value)} parts={parts} onChange={onChange} />;
  return field.multiline === true ? (
    <textarea {...inputOf(parts)} value={String(value)} onChange={change} />
  ) : (
    <input {...inputOf(parts)} autoComplete="off" spellCheck={false} value={String(value)} onChange={change} />
  );
}

/**
 * A secret. The server returns a mask for a stored one. The mask is never put into the input, so that a user cannot
 * edit a part of it.
 */
function MaskedInput({
  value,
  parts,
  onChange,
}: {
  readonly value: string;
  readonly parts: FieldParts;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const stored = value === MASK;
  return (
    <div className="setting-secret">
      <input
        {...inputOf(parts)}
        type="password"
        autoComplete="new-password"
        placeholder={stored ? t('settings.secret-stored') : t('settings.secret-none')}
        value={stored ? '' : value}
        onChange={(e) => {
          onChange(e.target.value);
        }}
      />
      {stored && (
        <Button
          size="small"
          onClick={() => {
            onChange('');
          }}
        >
          {t('settings.secret-forget')}
        </Button>
      )}
    </div>
  );
}

/** A template setting; its errors appear while it is typed. */
function TemplateSetting({ field, value, parts, onChange }: SettingInputProps) {
  const { t } = useTranslation();
  const names = Object.keys(field.replacements ?? {});
  const fault = checkTemplate(String(value), names);
  return (
    <>
      <TemplateInput value={String(value)} names={names} parts={parts} onChange={onChange} />
      {fault !== null && !parts.invalid && (
        <p className="template-fault">
          {t(`settings.template.${fault.why}`, { found: '', at: 0, ...fault, names: names.join(', ') })}
        </p>
      )}
    </>
  );
}
