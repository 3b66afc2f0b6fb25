import { RecordRule } from '#libs/contracts';
import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../components/ui/button.js';
import { Select } from '../../components/ui/select.js';

const PLACES = RecordRule.shape.on.options;

interface RulesProps {
  readonly label: string;
  readonly help: string;
  readonly error: string | undefined;
  readonly rules: readonly RecordRule[];
  readonly onChange: (rules: RecordRule[]) => void;
}

/** Rows of rules. Enter adds one below, Backspace removes an empty one; the focus follows. */
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
  return (
    <fieldset className="rules" ref={box}>
      <legend>{label}</legend>
      <p className="rules-help">{help}</p>
      {rules.length > 0 && (
        <ul className="rules-list">
          {rules.map((rule, row) => (
            <RuleRow
              key={row}
              n={row + 1}
              rule={rule}
              onChange={(changed) => {
                onChange(rules.map((old, i) => (i === row ? changed : old)));
              }}
              onAddBelow={() => {
                add(row + 1);
              }}
              onRemove={() => {
                remove(row);
              }}
            />
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

interface RowProps {
  /** Number of the row in its label, from 1. */
  readonly n: number;
  readonly rule: RecordRule;
  readonly onChange: (rule: RecordRule) => void;
  readonly onAddBelow: () => void;
  readonly onRemove: () => void;
}

function RuleRow({ n, rule, onChange, onAddBelow, onRemove }: RowProps) {
  const { t } = useTranslation();
  const onKey = (e: KeyboardEvent): void => {
    if (e.nativeEvent.isComposing) return;
    if (e.key === 'Enter') {
      e.preventDefault();
      onAddBelow();
    }
    if (e.key === 'Backspace' && rule.text === '') {
      e.preventDefault();
      onRemove();
    }
  };
  return (
    <li>
      <Select
        label={t('rules.where')}
        value={rule.on}
        options={PLACES.map((value) => ({ value, label: t(`rules.on.${value}`) }))}
        onChange={(on) => {
          onChange({ ...rule, on });
        }}
      />
      <input
        className="input"
        aria-label={t('rules.text', { n })}
        autoComplete="off"
        maxLength={200}
        value={rule.text}
        onChange={(e) => {
          onChange({ ...rule, text: e.target.value });
        }}
        onKeyDown={onKey}
      />
      <IconButton icon={X} label={t('rules.remove', { n })} onClick={onRemove} />
    </li>
  );
}

/** Moves the focus to a row once it is drawn, or to the button below if there is no such row. */
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
