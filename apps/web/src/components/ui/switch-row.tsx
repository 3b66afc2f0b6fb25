import { useId } from 'react';
import { Toggle } from './toggle.js';
import './switch-row.css';

/** A choice inside a question: its words, and the switch. `inline`: in a bar, as wide as its words. */
export function SwitchRow({
  label,
  checked,
  onChange,
  inline = false,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
  readonly inline?: boolean;
}) {
  const id = useId();
  return (
    <div className={inline ? 'switch-inline' : 'switch-row'}>
      <label htmlFor={id}>{label}</label>
      <Toggle id={id} checked={checked} onChange={onChange} label={label} />
    </div>
  );
}
