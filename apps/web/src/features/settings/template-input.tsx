import { templateFault } from '#libs/contracts';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inputOf } from '../../components/ui/field.js';
import { insertVariable } from './insert-variable.js';
import { type SettingInputProps } from './setting-input.js';

/** A template: its variables stand below and are put in by a click; what is wrong with it is said while it is typed. */
export function TemplateInput({ field, value, parts, onChange }: SettingInputProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const names = Object.keys(field.replacements ?? {});
  const text = String(value);
  const fault = templateFault(text, names);
  useLayoutEffect(() => {
    if (caret === null) return;
    input.current?.focus();
    input.current?.setSelectionRange(caret, caret);
  }, [caret]);
  const insert = (name: string): void => {
    const from = input.current?.selectionStart ?? text.length;
    const put = insertVariable(text, name, { from, to: input.current?.selectionEnd ?? from });
    onChange(put.text);
    setCaret(put.caret);
  };
  return (
    <div className="template">
      <input {...inputOf(parts)} ref={input} className="input mono" autoComplete="off" spellCheck={false} value={text} onChange={(e) => { setCaret(null); onChange(e.target.value); }} />
      <div className="template-names" role="group" aria-label={t('settings.variables')}>{names.map((name) => <button key={name} type="button" onClick={() => { insert(name); }}>{`{${name}}`}</button>)}</div>
      {fault !== null && !parts.invalid && <p className="template-fault">{t('settings.template-fault', { fault })}</p>}
    </div>
  );
}
