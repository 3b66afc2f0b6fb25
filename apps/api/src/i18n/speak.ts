import { type Said } from '#libs/domain';
import { type FieldFault } from '#libs/errors';
import { type Response } from 'express';
import { type z } from 'zod';
import { type Language, languageOf } from './language.js';
import { answerText, errorText, fieldText, tell } from './server-texts.js';
import { hasTexts, viewIn } from './view-in.js';

interface ErrorBody {
  readonly message: string;
  readonly code: string;
  readonly fields?: readonly FieldFault[];
}
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

/** The body of a failed call in the caller's language. @param data values of the error that its text may name */
export function speakError<B extends ErrorBody>(res: Asked, body: B, data: Readonly<Record<string, unknown>> = {}): B {
  const language = languageFor(res);
  if (language === 'en') return body;
  const whole = errorText(language, { ...body, data });
  if (!body.fields) return { ...body, message: whole };
  const isOnlyFields = body.code === 'invalid-input';
  // A site says more of its field than a catalogue can hold; in another language the text of its code stands there,
  // rather than a sentence in English.
  const fields = body.fields.map(
    (fault) => fieldText(language, fault) ?? (isOnlyFields ? fault : { path: fault.path, message: whole }),
  );
  return {
    ...body,
    fields,
    message: isOnlyFields
      ? fields
          .map((f) => `${f.path}: ${f.message}`)
          .join('; ')
          .slice(0, 2000)
      : whole,
  };
}

/** What a call did, in the caller's language. */
export const speakAnswer = (res: Asked, message: string): string => answerText(languageFor(res), message);

/** A remark, a warning or a reason inside of an answer, in the caller's language. */
export const speakNote = (res: Asked, said: Said): string => tell(languageFor(res), said);

/** Data of an answer with its texts in the caller's language. @param schema of that data */
export const speakView = <V>(res: Asked, schema: z.ZodType, view: V): V =>
  hasTexts(schema) ? viewIn(languageFor(res), schema, view) : view;
