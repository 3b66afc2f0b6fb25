import { type ComponentProps } from 'react';

interface SearchProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (query: string) => void;
}

/** A search input; its label is the placeholder. */
export const SearchInput = ({ label, value, onChange, className = '', ...rest }: SearchProps) => (
  <input
    {...rest}
    className={`input ${className}`.trim()}
    type="search"
    aria-label={label}
    placeholder={label}
    autoComplete="off"
    value={value}
    onChange={(e) => {
      onChange(e.target.value);
    }}
  />
);
