import { Select } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { Field, type FieldProps } from './field.js';
import './choice.css';

export interface ChoiceProps<V extends string> {
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
  readonly label: string;
  readonly id?: string;
  readonly compact?: boolean;
}

export function Choice<V extends string>({ value, options, onChange, label, id, compact = false }: ChoiceProps<V>) {
  return (
    <Select.Root
      items={options}
      value={value}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <Select.Trigger
        className={`choice${compact ? ' choice-compact' : ''}`}
        aria-label={label}
        {...(id === undefined ? {} : { id })}
      >
        <Select.Value />
        <Select.Icon>
          <ChevronDown aria-hidden="true" size={15} />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner className="above" sideOffset={4} collisionPadding={8} alignItemWithTrigger={false}>
          <Select.Popup className="menu-popup">
            <Select.List>
              {options.map((o) => (
                <Select.Item key={o.value} value={o.value} className="menu-item choice-item">
                  <Select.ItemText>{o.label}</Select.ItemText>
                  <Select.ItemIndicator>
                    <Check aria-hidden="true" size={14} />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}

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
