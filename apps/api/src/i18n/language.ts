import { type Language, LANGUAGES } from '#libs/messages';

export { type Language };

/**
 * The language a client asks for. Only `X-Language` counts, as in v0: the page sends what its user chose, whatever the
 * browser speaks.
 * @param fallback for a client without a supported language
 * @param header `de`, `de-DE`, or several parted by commas, the first that we have counts; weights are not read
 */
export const languageOf = (header: string | readonly string[] | undefined, fallback: Language = 'en'): Language =>
  languageFound(header) ?? fallback;

/** The same; null for a client without a supported language. */
export function languageFound(header: string | readonly string[] | undefined): Language | null {
  const wanted = (typeof header === 'string' ? header : (header ?? []).join(','))
    .slice(0, 200)
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/[-_;]/)[0]);
  return wanted.flatMap((tag) => LANGUAGES.filter((language) => language === tag))[0] ?? null;
}
