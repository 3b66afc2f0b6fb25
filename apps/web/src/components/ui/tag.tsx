import { type ReactNode } from 'react';
import './tag.css';

export type Tone = 'plain' | 'rec' | 'live' | 'warn' | 'accent';

export function Tag({
  tone = 'plain',
  dot = false,
  pulse = false,
  children,
}: {
  readonly tone?: Tone;
  readonly dot?: boolean;
  readonly pulse?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <span className={`tag tag-${tone}`}>
      {dot && <span className={`dot${pulse ? ' pulse' : ''}`} aria-hidden="true" />}
      {children}
    </span>
  );
}
