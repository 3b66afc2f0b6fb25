import { RecordRule } from '#libs/contracts';
import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.js';
import { Choice } from '../../components/ui/choice.js';
import { IconButton } from '../../components/ui/icon-button.js';

const PLACES = RecordRule.shape.on.options;

interface RulesProps {
  readonly label: string;
  readonly help: string;
  readonly error: string | undefined;
  readonly rules: readonly RecordRule[];
  readonly onChange: (rules: RecordRule[]) => void;
}

/** Rows of rules. Enter adds one below, Backspace in an empty one takes it away; the focus goes along. */
export function RulesField({ label, help, error, rules, onChange }: RulesProps) {
  const { t } = useTranslation();
  const { box, focus } = useRowFocus();
  const add = (row: number): void => {
    onChange([...rules.slice(0, row), { on: rules[row - 1]?.on ?? 'title', text: '' }, ...rules.slice(row)]);
    focus(row);
  };
  const remove = (row: number): void => {
    onChange(rules.filter((_, i) => i !== row));
    focus(Math.max(0, row - 1));
  };
  const change = (row: number, part: Partial<RecordRule>): void => {
    onChange(rules.map((rule, i) => (i === row ? { ...rule, ...part } : rule)));
  };
  const onKey = (e: KeyboardEvent, row: number): void => {
    if (e.nativeEvent.isComposing) return;
    if (e.key === 'Enter') {
      e.preventDefault();
      add(row + 1);
    }
    if (e.key === 'Backspace' && rules[row]?.text === '') {
      e.preventDefault();
      remove(row);
    }
  };
  return (
    <fieldset className="rules" ref={box}>
      <legend>{label}</legend>
      <p className="rules-help">{help}</p>
      {rules.length > 0 && (
        <ul className="rules-list">
          {rules.map((rule, row) => (
            <li key={row}>
              <Choice
                label={t('rules.where')}
                value={rule.on}
                options={PLACES.map((value) => ({ value, label: t(`rules.on.${value}`) }))}
                onChange={(on) => {
                  change(row, { on });
                }}
              />
              <input
                className="input"
                aria-label={t('rules.text', { n: row + 1 })}
                autoComplete="off"
                maxLength={200}
                value={rule.text}
                onChange={(e) => {
                  change(row, { text: e.target.value });
                }}
                onKeyDown={(e) => {
                  onKey(e, row);
                }}
              />
              <IconButton
                icon={X}
                label={t('rules.remove', { n: row + 1 })}
                onClick={() => {
                  remove(row);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Button
        size="small"
        icon={Plus}
        className="rules-add"
        onClick={() => {
          add(rules.length);
        }}
      >
        {t('rules.add')}
      </Button>
      <p className="field-error" role={error === undefined ? undefined : 'alert'}>
        {error}
      </p>
    </fieldset>
  );
}

/** Moves the focus to a row once it is drawn; to the button below where there is no such row. */
function useRowFocus() {
  const box = useRef<HTMLFieldSetElement>(null);
  const [wanted, setWanted] = useState<{ readonly row: number } | null>(null);
  useEffect(() => {
    if (wanted !== null)
      (
        box.current?.querySelectorAll<HTMLElement>('.rules-list .input')[wanted.row] ??
        box.current?.querySelector<HTMLElement>('.rules-add')
      )?.focus();
  }, [wanted]);
  return {
    box,
    focus: (row: number): void => {
      setWanted({ row });
    },
  };
}
