import { SPOKEN } from '#libs/contracts';
import { z } from 'zod';
import { wordsIn } from './carried-words.js';
import { type Language } from './language.js';
import { tell } from './server-texts.js';

type Speak = (value: unknown, language: Language) => unknown;
/** By schema, since a schema says which of its strings a person reads; null where it has none. */
const known = new WeakMap<object, Speak | null>();

/**
 * The texts of an answer or a frame in a language. What has none comes back as it is, the rest as a copy.
 * @param schema says which strings are texts (`spoken` of contracts)
 */
export function viewIn<V>(language: Language, schema: z.ZodType, view: V): V {
  return language === 'en' ? view : ((speakerOf(schema)?.(view, language) as V | undefined) ?? view);
}

/** Whether an answer of this shape may hold a text. */
export const hasTexts = (schema: z.ZodType): boolean => speakerOf(schema) !== null;

function speakerOf(schema: z.core.$ZodType): Speak | null {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const made = make(schema);
  known.set(schema, made);
  return made;
}

function make(schema: z.core.$ZodType): Speak | null {
  if (schema instanceof z.ZodString) return ofString(SPOKEN.get(schema)?.kind);
  if (schema instanceof z.ZodObject) return ofObject(schema);
  if (schema instanceof z.ZodArray) return ofArray(schema);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return speakerOf(schema.unwrap());
  if (schema instanceof z.ZodUnion) return ofUnion(schema.options);
  return schema instanceof z.ZodIntersection ? ofUnion([schema.def.left, schema.def.right]) : null;
}

const text: Speak = (value, language) => (typeof value === 'string' ? tell(language, value) : value);
const name: Speak = (value) => value;

const ofString = (kind: 'text' | 'name' | undefined): Speak | null =>
  kind === undefined ? null : kind === 'text' ? text : name;

function ofObject({ shape }: z.ZodObject): Speak | null {
  const fields = Object.entries(shape as z.core.$ZodShape).flatMap(([name, schema]) => {
    const speak = speakerOf(schema);
    return speak ? [{ name, speak }] : [];
  });
  if (fields.length === 0) return null;
  return (value, language) => {
    if (typeof value !== 'object' || value === null) return value;
    const before = value as Readonly<Record<string, unknown>>;
    const said = fields.flatMap(({ name, speak }) => {
      const words = wordsIn(value, name);
      return name in before ? [[name, words ? tell(language, words) : speak(before[name], language)]] : [];
    });
    return { ...before, ...(Object.fromEntries(said) as object) };
  };
}

function ofArray({ element }: z.ZodArray): Speak | null {
  const speak = speakerOf(element);
  return speak && ((value, language) => (Array.isArray(value) ? value.map((item) => speak(item, language)) : value));
}

/** Whichever of them it is: they name their texts alike, and a field that is not there is passed over. */
function ofUnion(options: readonly z.core.$ZodType[]): Speak | null {
  const speakers = options.flatMap((option) => speakerOf(option) ?? []);
  return speakers.length === 0
    ? null
    : (value, language) => speakers.reduce((said, speak) => speak(said, language), value);
}
