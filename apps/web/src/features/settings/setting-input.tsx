import { Choice } from '../../components/ui/choice.js';
import { type FieldParts, inputOf } from '../../components/ui/field.js';
import { Toggle } from '../../components/ui/toggle.js';
import { MaskedInput } from './masked-input.js';
import { choiceText, type NamedField, type SettingValue } from './setting-field.js';
import { TemplateSetting } from './template-setting.js';

export interface SettingInputProps {
  readonly field: NamedField;
  readonly value: SettingValue;
  readonly parts: FieldParts;
  readonly onChange: (value: SettingValue) => void;
}

/** The input that fits a setting's type; what the environment holds is only shown. */
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
        <Choice
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
