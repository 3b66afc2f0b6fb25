import { type en } from './en.js';
import { type MessageKey, type Places } from './message.js';

type Fits<Texts> = {
  readonly [Key in MessageKey]: Key extends keyof Texts
    ? Texts[Key] extends string
      ? [Places<Texts[Key]>] extends [Places<(typeof en)[Key]>]
        ? [Places<(typeof en)[Key]>] extends [Places<Texts[Key]>]
          ? string
          : { readonly missing: Exclude<Places<(typeof en)[Key]>, Places<Texts[Key]>> }
        : { readonly unknown: Exclude<Places<Texts[Key]>, Places<(typeof en)[Key]>> }
      : string
    : string;
};

/**
 * Defines the catalogue of another language. The compiler refuses a missing or unknown key, and a text whose
 * placeholders differ from the English text.
 */
export const translation = <
  const Texts extends Fits<Texts> & Readonly<Record<Exclude<keyof Texts, MessageKey>, never>>,
>(
  texts: Texts,
): Readonly<Record<MessageKey, string>> => texts as Readonly<Record<MessageKey, string>>;
