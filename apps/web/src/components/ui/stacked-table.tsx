import { type ReactNode } from 'react';
import './stacked-table.css';

/** A table whose rows are cards on a phone; its cells are `LabelledCell`. The last column may hold a row's button. */
export function StackedTable({
  heads,
  hasButtons = false,
  children,
}: {
  readonly heads: readonly string[];
  readonly hasButtons?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <table className="table stacked-table">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {hasButtons && <td />}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A cell that shows its column's name on a phone, where the table has no head. */
export function LabelledCell({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <td>
      <span className="cell-label" aria-hidden="true">
        {label}
      </span>
      <span>{children}</span>
    </td>
  );
}

/** A table with its heading and what it shows. */
export function TablePart({
  id,
  title,
  help,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly help: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="table-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="muted">{help}</p>
      {children}
    </section>
  );
}
