import './name-preview.css';

/** What a template gives, and what is wrong with it. */
export function NamePreview({
  label,
  name,
  warnings,
}: {
  readonly label: string;
  readonly name: string;
  readonly warnings: readonly string[];
}) {
  return (
    <div className="name-preview" role="status">
      <span className="muted">{label}</span> <span className="mono">{name}</span>
      {warnings.map((text) => (
        <p key={text} className="warn">
          {text}
        </p>
      ))}
    </div>
  );
}
