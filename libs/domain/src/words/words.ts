import { type Words } from '#libs/contracts';

/** A text for a person: finished English, or with what it is made of. */
export type Said = string | Words;
type Values = Readonly<Record<string, string | number | Words>>;

const PLACE = /\{\{(\w+)\}\}/g;

/** The English of a text. */
export const textOf = (told: Said): string => (typeof told === 'string' ? told : told.text);

/**
 * A text that can be said in every language.
 * @param template in English, with places: `{{n}} of {{all}} deleted`
 */
export function words(template: string, values: Values = {}): Words {
  const text = template.replaceAll(PLACE, (place, name: string) => {
    const value = values[name];
    return value === undefined ? place : typeof value === 'number' ? String(value) : textOf(value);
  });
  return { text, template, values };
}
