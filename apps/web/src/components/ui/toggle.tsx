import { Switch } from '@base-ui/react/switch';
import { useId } from 'react';
import { Field, type FieldProps } from './field.js';
import './toggle.css';

export function Toggle({
  checked,
  onChange,
  label,
  id,
  disabled = false,
}: {
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
  readonly label: string;
  readonly id?: string;
  readonly disabled?: boolean;
}) {
  return (
    <Switch.Root
      className="toggle"
      checked={checked}
      disabled={disabled}
      onCheckedChange={(on) => {
        onChange(on);
      }}
      aria-label={label}
      {...(id === undefined ? {} : { id })}
    >
      <Switch.Thumb className="toggle-thumb" />
    </Switch.Root>
  );
}

interface ToggleFieldProps extends Omit<FieldProps, 'children'> {
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}

/** A field with a switch and help; without help use the smaller `SwitchRow`. */
export function ToggleField({ checked, onChange, ...field }: ToggleFieldProps) {
  return (
    <Field {...field}>{({ id }) => <Toggle id={id} label={field.label} checked={checked} onChange={onChange} />}</Field>
  );
}

/** A switch with a label inside a dialog. `inline`: in a bar, as wide as its label. */
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
