import { type FieldValues, type Path, type UseFormSetError } from 'react-hook-form';
import { fieldFaultsOf, faultText } from './fault.js';

interface FormContext<F extends FieldValues> {
  readonly names: readonly Path<F>[];
  readonly setError: UseFormSetError<F>;
  /** Text if the server does not answer. */
  readonly away: string;
}

/**
 * Shows the server's field errors at their fields. Errors inside a field (`chapters.1.title`) go to their place in it;
 * errors of no field go to the form itself (`root`). Only the server validates a form, because it knows the user's
 * language.
 * @returns names of the refused fields
 */
export function showFaults<F extends FieldValues>(
  thrown: unknown,
  { names, setError, away }: FormContext<F>,
): readonly Path<F>[] {
  const fields = fieldFaultsOf(thrown);
  const known = fields.flatMap((f) => {
    const name = names.find((n) => isOf(f.path, n));
    return name === undefined ? [] : [{ ...f, name }];
  });
  known.forEach(({ path, message }, i) => {
    setError(path as Path<F>, { type: 'server', message }, { shouldFocus: i === 0 });
  });
  const refused = known.map(({ name }) => name);
  const rest = fields.filter((f) => !names.some((n) => isOf(f.path, n)));
  if (known.length > 0 && rest.length === 0) return refused;
  const text = faultText(thrown, away);
  setError('root', {
    type: 'server',
    message: [text, ...rest.map((f) => `${f.path}: ${f.message}`)].filter((s) => s !== '').join(' '),
  });
  return refused;
}

/** True for the field itself and for paths inside it: `chapters.0.title`, `chapters[0].title`. */
const isOf = (path: string, name: string): boolean =>
  path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);

/** The first message in a form's errors of a field; errors of a list are nested in its rows. */
export function messageIn(fault: unknown): string | undefined {
  if (typeof fault !== 'object' || fault === null) return undefined;
  if ('message' in fault && typeof fault.message === 'string') return fault.message;
  for (const part of Array.isArray(fault)
    ? fault
    : Object.entries(fault)
        .filter(([key]) => key !== 'ref')
        .map(([, value]: [string, unknown]) => value)) {
    const message = messageIn(part);
    if (message !== undefined) return message;
  }
  return undefined;
}
