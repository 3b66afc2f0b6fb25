import { type LucideIcon } from 'lucide-react';
import { type ReactNode } from 'react';
import './empty-state.css';

/** An empty page or section: the reason, and the next step. `page`: it is the whole content of the page. */
export function EmptyState({
  icon: Icon,
  title,
  text,
  children,
  page = false,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
  readonly page?: boolean;
}) {
  return (
    <div className="empty-state">
      <Icon aria-hidden="true" size={28} strokeWidth={1.5} />
      {page ? <h1>{title}</h1> : <h2>{title}</h2>}
      <p>{text}</p>
      {children !== undefined && <div className="empty-state-actions">{children}</div>}
    </div>
  );
}
