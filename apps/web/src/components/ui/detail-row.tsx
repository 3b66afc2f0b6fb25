import { type ReactNode } from 'react';

/** One line of a `dl` of facts. */
export const DetailRow = ({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) => (
  <div className="contents">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
