import { UserError } from '#libs/errors';
import { type FieldValues, type Path, type UseFormSetError } from 'react-hook-form';
import { tellingOf } from './fault.js';

interface FormFacts<F extends FieldValues> {
  readonly names: readonly Path<F>[];
  readonly setError: UseFormSetError<F>;
  /** Said when the server does not answer. */
  readonly away: string;
}

/** Puts the server's field errors on their fields, and what belongs to none on the form itself (`root`). */
export function showFaults<F extends FieldValues>(thrown: unknown, { names, setError, away }: FormFacts<F>): void {
  const fields = thrown instanceof UserError ? thrown.fields : [];
  const known = fields.flatMap((f) => {
    const name = names.find((n) => isOf(f.path, n));
    return name === undefined ? [] : [{ name, message: f.message }];
  });
  known.forEach(({ name, message }, i) => {
    setError(name, { type: 'server', message }, { shouldFocus: i === 0 });
  });
  const rest = fields.filter((f) => !names.some((n) => isOf(f.path, n)));
  if (known.length > 0 && rest.length === 0) return;
  const text = tellingOf(thrown, away);
  setError('root', {
    type: 'server',
    message: [text, ...rest.map((f) => `${f.path}: ${f.message}`)].filter((s) => s !== '').join(' '),
  });
}

/** The field itself, or something inside of it: `chapters.0.title`, `chapters[0].title`. */
const isOf = (path: string, name: string): boolean =>
  path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
