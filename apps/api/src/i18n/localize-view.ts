import { LOCALIZED } from '#libs/contracts';
import { type Message, translate } from '#libs/messages';
import { z } from 'zod';
import { type Language } from './language.js';

type Localize = (value: unknown, language: Language) => unknown;
/** By schema, since a schema says which of its strings a person reads; null where it has none. */
const known = new WeakMap<object, Localize | null>();

/**
 * An answer or a frame with the texts in it in a language. What has none comes back as it is, the rest as a copy.
 * @param schema says which strings are texts (`localized` of contracts)
 */
export const localizeView = <S extends z.ZodType>(language: Language, schema: S, view: z.input<S>): z.output<S> =>
  (localizerOf(schema)?.(view, language) ?? view) as z.output<S>;

function localizerOf(schema: z.core.$ZodType): Localize | null {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const made = createLocalizer(schema);
  known.set(schema, made);
  return made;
}

function createLocalizer(schema: z.core.$ZodType): Localize | null {
  if (schema instanceof z.ZodString) return LOCALIZED.has(schema) ? text : null;
  if (schema instanceof z.ZodObject) return ofObject(schema);
  if (schema instanceof z.ZodArray) return ofArray(schema);
  if (schema instanceof z.ZodRecord) return ofRecord(schema);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return localizerOf(schema.unwrap());
  if (schema instanceof z.ZodUnion) return ofUnion(schema.options);
  return schema instanceof z.ZodIntersection ? ofUnion([schema.def.left, schema.def.right]) : null;
}

// What is not a message is left: none (''), or a text that was translated already.
const text: Localize = (value, language) =>
  typeof value === 'object' && value !== null ? translate(language, value as Message) : value;

function ofObject({ shape }: z.ZodObject): Localize | null {
  const fields = Object.entries(shape as z.core.$ZodShape).flatMap(([name, schema]) => {
    const localize = localizerOf(schema);
    return localize ? [{ name, localize }] : [];
  });
  if (fields.length === 0) return null;
  return (value, language) => {
    if (typeof value !== 'object' || value === null) return value;
    const after: Record<string, unknown> = { ...value };
    for (const { name, localize } of fields) if (name in after) after[name] = localize(after[name], language);
    return after;
  };
}

function ofArray({ element }: z.ZodArray): Localize | null {
  const localize = localizerOf(element);
  return (
    localize && ((value, language) => (Array.isArray(value) ? value.map((item) => localize(item, language)) : value))
  );
}

function ofRecord({ valueType }: z.ZodRecord): Localize | null {
  const localize = localizerOf(valueType);
  if (!localize) return null;
  return (value, language) =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, localize(item, language)]))
      : value;
}

/** Whichever of them it is: they name their texts alike, and a field that is not there is passed over. */
function ofUnion(options: readonly z.core.$ZodType[]): Localize | null {
  const localizers = options.flatMap((option) => localizerOf(option) ?? []);
  return localizers.length === 0
    ? null
    : (value, language) => localizers.reduce((localized, localize) => localize(localized, language), value);
}
