import { type ComponentProps } from 'react';

interface SearchProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (query: string) => void;
}

/** Words to find something by; what they are for stands in the input until there are some. */
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
