import { Field, type FieldProps } from './field.js';
import { Toggle } from './toggle.js';

interface ToggleFieldProps extends Omit<FieldProps, 'children'> {
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}

/** A field that is on or off, with room for help; without, `SwitchRow` is the smaller one. */
export function ToggleField({ checked, onChange, ...field }: ToggleFieldProps) {
  return (
    <Field {...field}>{({ id }) => <Toggle id={id} label={field.label} checked={checked} onChange={onChange} />}</Field>
  );
}
