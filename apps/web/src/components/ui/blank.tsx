import { type LucideIcon } from 'lucide-react';
import { type ReactNode } from 'react';
import './blank.css';

/** A page or section with nothing in it: why, and what to do next. */
export function Blank({ icon: Icon, title, text, children }: { readonly icon: LucideIcon; readonly title: string; readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className="blank">
      <Icon aria-hidden="true" size={28} strokeWidth={1.5} />
      <h2>{title}</h2>
      <p>{text}</p>
      {children !== undefined && <div className="blank-do">{children}</div>}
    </div>
  );
}
