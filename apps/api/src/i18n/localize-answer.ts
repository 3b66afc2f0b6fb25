import { type FieldFault } from '#libs/errors';
import { type Message, translate } from '#libs/messages';
import { type Response } from 'express';
import { type Language, languageOf } from './language.js';

type Asked = Pick<Response, 'setHeader' | 'vary'> & {
  readonly locals: { language?: Language };
  readonly req: { readonly headers: Readonly<Record<string, string | string[] | undefined>> };
};

/** The language of whoever asks; the answer says that it hangs on it. */
export function languageFor(res: Asked): Language {
  const language = languageOf(res.req.headers['x-language'], res.locals.language);
  res.setHeader('Content-Language', language);
  res.vary('X-Language');
  return language;
}

/** The faults of the fields of an input, in a language. */
export const localizeFields = (
  language: Language,
  fields: readonly FieldFault[],
): { readonly path: string; readonly message: string }[] =>
  fields.map(({ path, message }) => ({
    path,
    message: typeof message === 'string' ? message : translate(language, message),
  }));

/** One line for clients that show a single message (v0). */
export const fieldsLine = (language: Language, fields: readonly FieldFault[]): string =>
  localizeFields(language, fields)
    .map((f) => `${f.path}: ${f.message}`)
    .join('; ')
    .slice(0, 2000);

interface ErrorBody {
  readonly message: Message;
  readonly code: string;
  readonly fields?: readonly FieldFault[];
}

/** The body of a failed call in the caller's language. */
export function localizeError<B extends ErrorBody>(res: Asked, { message, fields, ...body }: B) {
  const language = languageFor(res);
  if (!fields) return { ...body, message: translate(language, message) };
  return {
    ...body,
    message: message.key === 'error.invalid-input' ? fieldsLine(language, fields) : translate(language, message),
    fields: localizeFields(language, fields),
  };
}
