import { type FieldFault } from '#libs/errors';
import { type Message, translate } from '#libs/messages';
import { type Response } from 'express';
import { type Language, languageOf } from './language.js';

type LanguageResponse = Pick<Response, 'setHeader' | 'vary'> & {
  readonly locals: { language?: Language };
  readonly req: { readonly headers: Readonly<Record<string, string | string[] | undefined>> };
};

/** The language of the client. Sets `Vary`, because the answer depends on it. */
export function languageFor(res: LanguageResponse): Language {
  const language = languageOf(res.req.headers['x-language'], res.locals.language);
  res.setHeader('Content-Language', language);
  res.vary('X-Language');
  return language;
}

/** The faults of the fields of an input, in a language. */
const localizeFields = (
  language: Language,
  fields: readonly FieldFault[],
): { readonly path: string; readonly message: string }[] =>
  fields.map(({ path, message }) => ({
    path,
    message: typeof message === 'string' ? message : translate(language, message),
  }));

interface ErrorBody {
  readonly message: Message;
  readonly code: string;
  readonly fields?: readonly FieldFault[];
}

/** The body of a failed call in the caller's language. */
export function localizeError<B extends ErrorBody>(res: LanguageResponse, { message, fields, ...body }: B) {
  const language = languageFor(res);
  return {
    ...body,
    message: translate(language, message),
    ...(fields && { fields: localizeFields(language, fields) }),
  };
}
