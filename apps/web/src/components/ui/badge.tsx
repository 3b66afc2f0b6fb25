import './badge.css';

const MOST = 99;

/** A small count on the corner of an icon; nothing for 0. The label of the control around it contains the number. */
export function Badge({ count }: { readonly count: number }) {
  return count === 0 ? null : (
    <span className="badge num" aria-hidden="true">
      {count > MOST ? `${String(MOST)}+` : count}
    </span>
  );
}
