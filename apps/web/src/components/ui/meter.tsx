import './meter.css';

/** A thin bar. `value` 0..1; null if it is unknown. */
export function Meter({
  value,
  label,
  tone = 'accent',
}: {
  readonly value: number | null;
  readonly label: string;
  readonly tone?: 'accent' | 'rec' | 'warn';
}) {
  const now = value === null ? undefined : Math.round(value * 100);
  return (
    <span
      className={`meter${value === null ? ' meter-open' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={now}
    >
      <span
        className={`meter-${tone}`}
        style={{ width: value === null ? '30%' : `${Math.min(100, Math.max(0, value * 100))}%` }}
      />
    </span>
  );
}
