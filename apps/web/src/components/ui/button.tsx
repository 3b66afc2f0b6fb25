import { type LucideIcon } from 'lucide-react';
import { type ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { Tip } from './tip.js';
import './button.css';

interface ButtonStyle {
  readonly tone?: 'plain' | 'primary' | 'ghost' | 'rec' | 'danger';
  readonly size?: 'normal' | 'small';
  readonly icon?: LucideIcon;
}

const classOf = (tone: string, size: string, extra = ''): string =>
  `btn btn-${tone}${size === 'small' ? ' btn-small' : ''} ${extra}`.trim();

interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  readonly busy?: boolean;
}

/** `busy` keeps the focus and ignores further clicks. */
export function Button({
  tone = 'plain',
  size = 'normal',
  icon: Icon,
  busy = false,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classOf(tone, size, className)}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {Icon !== undefined && <Icon aria-hidden="true" size={15} />}
      {children}
    </button>
  );
}

export function ButtonLink({
  tone = 'plain',
  size = 'normal',
  icon: Icon,
  children,
  className,
  ...rest
}: LinkProps & ButtonStyle) {
  return (
    <Link {...rest} className={classOf(tone, size, className)}>
      {Icon !== undefined && <Icon aria-hidden="true" size={15} />}
      {children}
    </Link>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
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
