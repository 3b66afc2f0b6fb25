import { Switch } from '@base-ui/react/switch';
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
