import { type FieldFault } from '#libs/errors';
import { type Response } from 'express';
import { type Language, languageOf } from './language.js';
import { answerText, errorText, fieldText, noteText } from './server-texts.js';

interface Said {
  readonly message: string;
  readonly code: string;
  readonly fields?: readonly FieldFault[];
}
type Asked = Pick<Response, 'setHeader' | 'vary'> & {
  readonly locals: { language?: Language };
  readonly req: { readonly headers: Readonly<Record<string, string | string[] | undefined>> };
};

function languageFor(res: Asked) {
  const language = languageOf(res.req.headers['x-language'], res.locals.language);
  res.setHeader('Content-Language', language);
  res.vary('X-Language');
  return language;
}

/** The body of a failed call in the caller's language. @param data values of the error that its text may name */
export function speakError<B extends Said>(res: Asked, body: B, data: Readonly<Record<string, unknown>> = {}): B {
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
export const speakNote = (res: Asked, text: string): string => noteText(languageFor(res), text);
