import { type ReactNode } from 'react';

/** One row of a `dl`. */
export const DetailRow = ({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) => (
  <div className="contents">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
