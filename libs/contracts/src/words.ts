import { z } from 'zod';

/**
 * A text for a person, with what it is made of, so that whoever shows it can say it in the reader's language. `text`:
 * in English, whole. `template`: the English with places (`{{n}} of {{all}} deleted`), filled from `values`; `code`:
 * that of an error, whose data are `values`. A value is put in as it is, or is a text of ours itself.
 */
export interface Words {
  readonly text: string;
  readonly template?: string | undefined;
  readonly code?: string | undefined;
  readonly values?: Readonly<Record<string, string | number | Words>> | undefined;
}
export const Words: z.ZodType<Words> = z.object({
  text: z.string(),
  template: z.string().optional(),
  code: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.lazy((): z.ZodType<Words> => Words)])).optional(),
});

/**
 * Strings of answers and frames that a person reads: they are told in the language of whoever asks. `name`: only where
 * it carries its {@link Words}, since it may be somebody's name that reads like a text.
 */
export const SPOKEN = z.registry<{ readonly kind: 'text' | 'name' }>();
/** A string of an answer that is a sentence of ours, made in English. */
export const spoken = (): z.ZodString => z.string().register(SPOKEN, { kind: 'text' });
/** One that is a sentence of ours at times, and a name at others. */
export const spokenName = (): z.ZodString => z.string().register(SPOKEN, { kind: 'name' });
