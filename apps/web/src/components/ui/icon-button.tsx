import { type LucideIcon } from 'lucide-react';
import { type ComponentProps } from 'react';
import { Tip } from './tip.js';
import './button.css';

export interface IconButtonProps extends ComponentProps<'button'> {
  readonly icon: LucideIcon;
  readonly label: string;
}

export function IconButton({ icon: Icon, label, className = '', ...rest }: IconButtonProps) {
  return (
    <Tip text={label}>
      <button type="button" {...rest} aria-label={label} className={`icon-btn ${className}`.trim()}>
        <Icon aria-hidden="true" size={18} strokeWidth={1.75} />
      </button>
    </Tip>
  );
}
