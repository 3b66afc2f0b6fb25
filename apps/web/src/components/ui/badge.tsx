import './badge.css';

const MOST = 99;

/** A small count on the corner of an icon; nothing for none. The control around it says the number in its label. */
export function Badge({ count }: { readonly count: number }) {
  return count === 0 ? null : (
    <span className="badge num" aria-hidden="true">
      {count > MOST ? `${String(MOST)}+` : count}
    </span>
  );
}
