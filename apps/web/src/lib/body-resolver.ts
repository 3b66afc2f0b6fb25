import { zodResolver } from '@hookform/resolvers/zod';
import { type FieldValues, type Resolver } from 'react-hook-form';
import { type z } from 'zod';

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
