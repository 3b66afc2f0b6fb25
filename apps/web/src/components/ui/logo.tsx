import './logo.css';

export function Logo() {
  return (
    <span className="logo" aria-hidden="true">
      <svg viewBox="0 0 16 16">
        <path d="M2 2.5l6 11 6-11" />
        <circle cx="8" cy="4" r="1.9" />
      </svg>
    </span>
  );
}
