import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { type ReactNode } from 'react';
import './notice.css';

const ICON = { warn: TriangleAlert, rec: CircleAlert, info: Info, done: CircleCheck } as const;

/** A notice: the problem, the remedy, and a button for it. */
export function Notice({
  tone,
  title,
  text,
  foot,
  children,
  live = false,
}: {
  readonly tone: keyof typeof ICON;
  readonly title: string;
  readonly text?: string;
  /** A quiet line below, for example the time. */
  readonly foot?: ReactNode;
  readonly children?: ReactNode;
  readonly live?: boolean;
}) {
  const Icon = ICON[tone];
  return (
    <div className={`notice notice-${tone}`} role={live ? 'alert' : undefined}>
      <Icon aria-hidden="true" size={18} strokeWidth={1.75} />
      <p>
        <b>{title}</b>
        {text !== undefined && text !== '' && <span className="muted">{` ${text}`}</span>}
        {foot !== undefined && <span className="notice-foot">{foot}</span>}
      </p>
      {children !== undefined && <div className="notice-do">{children}</div>}
    </div>
  );
}
