import { Choice, type ChoiceProps } from './choice.js';
import { Field, type FieldProps } from './field.js';

type ChoiceFieldProps<V extends string> = Omit<FieldProps, 'children'> &
  Pick<ChoiceProps<V>, 'value' | 'options' | 'onChange'>;

/** A field whose input is one of a few values. */
export function ChoiceField<V extends string>({ value, options, onChange, ...field }: ChoiceFieldProps<V>) {
  return (
    <Field {...field}>
      {({ id }) => <Choice id={id} label={field.label} value={value} options={options} onChange={onChange} />}
    </Field>
  );
}
