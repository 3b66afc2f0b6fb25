import { type Words } from '#libs/contracts';

type Carried = Readonly<Record<string, Words | undefined>>;
const carried = new WeakMap<object, Carried>();

/**
 * Lets a view carry what its texts are made of to the door, where the language of whoever asks is known. The view stays
 * as it is; a copy of it carries nothing, and what cannot be said from its English stays English then.
 * @param words by the name of the field
 */
export function withWords<V extends object>(view: V, words: Carried): V {
  carried.set(view, words);
  return view;
}

/** @returns undefined for a text that carries none, or that is not what they say any more */
export function wordsIn(view: object, field: string): Words | undefined {
  const words = carried.get(view)?.[field];
  return words?.text === (view as Readonly<Record<string, unknown>>)[field] ? words : undefined;
}
