import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { Field, type FieldProps } from './field.js';
import './select.css';

export interface SelectProps<V extends string> {
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
  readonly label: string;
  readonly id?: string;
  readonly compact?: boolean;
}

export function Select<V extends string>({ value, options, onChange, label, id, compact = false }: SelectProps<V>) {
  return (
    <BaseSelect.Root
      items={options}
      value={value}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <BaseSelect.Trigger
        className={`select${compact ? ' select-compact' : ''}`}
        aria-label={label}
        {...(id === undefined ? {} : { id })}
      >
        <BaseSelect.Value />
        <BaseSelect.Icon>
          <ChevronDown aria-hidden="true" size={15} />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner className="above" sideOffset={4} collisionPadding={8} alignItemWithTrigger={false}>
          <BaseSelect.Popup className="menu-popup">
            <BaseSelect.List>
              {options.map((o) => (
                <BaseSelect.Item key={o.value} value={o.value} className="menu-item select-item">
                  <BaseSelect.ItemText>{o.label}</BaseSelect.ItemText>
                  <BaseSelect.ItemIndicator>
                    <Check aria-hidden="true" size={14} />
                  </BaseSelect.ItemIndicator>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}

type SelectFieldProps<V extends string> = Omit<FieldProps, 'children'> &
  Pick<SelectProps<V>, 'value' | 'options' | 'onChange'>;

/** A field with a select. */
export function SelectField<V extends string>({ value, options, onChange, ...field }: SelectFieldProps<V>) {
  return (
    <Field {...field}>
      {({ id }) => <Select id={id} label={field.label} value={value} options={options} onChange={onChange} />}
    </Field>
  );
}
