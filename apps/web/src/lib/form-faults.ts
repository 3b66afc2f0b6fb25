import { UserError } from '#libs/errors';
import { zodResolver } from '@hookform/resolvers/zod';
import { type FieldValues, type Path, type Resolver, type UseFormSetError } from 'react-hook-form';
import { type z } from 'zod';
import { tellingOf } from './fault.js';

/**
 * The schema judges the body as it is sent, not the raw inputs; its answer is only good or bad, the inputs stay as
 * typed.
 */
export function bodyResolver<F extends FieldValues>(schema: z.ZodType, bodyOf: (values: F) => unknown): Resolver<F> {
  const check = zodResolver(schema as z.ZodType<F, F>);
  return async (values, context, options) => {
    const { errors } = await check(bodyOf(values) as F, context, options);
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}

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

/** The first message in what a form knows of a field; a list's own faults lie below its rows. */
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
