import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FieldParts, inputOf } from './field.js';
import { insertVariable } from './insert-variable.js';
import './template-input.css';

/** The longest template that the server accepts. */
const MAX_LETTERS = 400;

interface TemplateProps {
  readonly value: string;
  readonly names: readonly string[];
  /** The value of each variable, if known. */
  readonly values?: Readonly<Record<string, string>>;
  readonly parts: FieldParts;
  readonly onChange: (value: string) => void;
}

/** A template input: a click on a variable below inserts it. */
export function TemplateInput({ value, names, values = {}, parts, onChange }: TemplateProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (caret === null) return;
    input.current?.focus();
    input.current?.setSelectionRange(caret, caret);
  }, [caret]);
  const insert = (name: string): void => {
    const from = input.current?.selectionStart ?? value.length;
    const put = insertVariable(value, name, { from, to: input.current?.selectionEnd ?? from });
    onChange(put.text);
    setCaret(put.caret);
  };
  return (
    <div className="template">
      <input
        {...inputOf(parts)}
        ref={input}
        className="input mono"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_LETTERS}
        value={value}
        onChange={(e) => {
          setCaret(null);
          onChange(e.target.value);
        }}
      />
      <div className="template-names" role="group" aria-label={t('template.variables')}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            title={values[name]}
            onClick={() => {
              insert(name);
            }}
          >{`{${name}}`}</button>
        ))}
      </div>
    </div>
  );
}

/** The result of a template, and its errors. */
export function NamePreview({
  label,
  name,
  warnings,
}: {
  readonly label: string;
  readonly name: string;
  readonly warnings: readonly string[];
}) {
  return (
    <div className="name-preview" role="status">
      <span className="muted">{label}</span> <span className="mono">{name}</span>
      {warnings.map((text) => (
        <p key={text} className="warn">
          {text}
        </p>
      ))}
    </div>
  );
}
