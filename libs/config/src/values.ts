import { resolve } from 'node:path';
import { z } from 'zod';

/** A TCP port; 0 means "any free one" where the document says so. */
export const port = z
  .string()
  .regex(/^\d+$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .pipe(z.number().max(65_535, 'must be a number from 0 to 65535'));

/** A whole number in a closed range. */
export const count = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.string().regex(/^\d+$/, message).transform(Number).pipe(z.number().min(min, message).max(max, message));
};

export const flag = z
  .enum(['0', '1', 'true', 'false'], 'must be 0 or 1')
  .transform((text) => text === '1' || text === 'true');

/** A path of this machine, made absolute against the working directory. */
export const path = z
  .string()
  .min(1, 'must be a path')
  .refine((text) => !text.includes('\0'), 'must be a path')
  .transform((text) => resolve(text));

export const url = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

/** `''` or `/a/b`: one slash in front, none behind. */
export const basepath = z
  .string()
  .transform((text) => text.replace(/\/+$/, ''))
  .pipe(z.string().regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'must be empty or look like /vodkeep'));
