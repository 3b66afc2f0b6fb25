import { type FieldFault } from '#libs/errors';
import i18next, { type i18n } from 'i18next';
import { ANSWER_TEXTS } from './answer-texts.js';
import { ERROR_TEXTS } from './error-texts.js';
import { FIELD_TEXTS } from './field-texts.js';
import { type Language, LANGUAGES, type Translated } from './language.js';
import { placeholders, templateOf } from './template.js';

type Params = Readonly<Record<string, unknown>>;
type Catalogue = Readonly<Record<string, Translated>>;

const CATALOGUES = { error: ERROR_TEXTS, answer: ANSWER_TEXTS, field: FIELD_TEXTS } as const;
type Kind = keyof typeof CATALOGUES;

const column = (rows: Catalogue, language: Exclude<Language, 'en'>): Record<string, string> => Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, row[language]]));

function start(): i18n {
  const instance = i18next.createInstance();
  const resources = Object.fromEntries(LANGUAGES.filter((l) => l !== 'en').map((l) => [l, Object.fromEntries(Object.entries(CATALOGUES).map(([kind, rows]) => [kind, column(rows, l)]))]));
  void instance.init({ lng: 'en', fallbackLng: false, initAsync: false, ns: Object.keys(CATALOGUES), resources, keySeparator: false, nsSeparator: false, interpolation: { escapeValue: false, skipOnVariables: true } });
  return instance;
}
const texts = start();

/** @returns null where the catalogue has no such text, or a value for it is missing */
function look(kind: Kind, key: string, { language, params }: { readonly language: Language; readonly params: Params }): string | null {
  if (language === 'en' || !texts.exists(key, { lng: language, ns: kind })) return null;
  const raw = CATALOGUES[kind][key]?.[language] ?? '';
  if (placeholders(raw).some((name) => params[name] === undefined || params[name] === null)) return null;
  const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  return texts.t(key, { lng: language, ns: kind, replace: values });
}

/** What went wrong, by its code. @param error `message`: in English, what is said where the code has no text; `data`: what its text names */
export function errorText(language: Language, { code, message, data = {} }: { readonly code: string; readonly message: string; readonly data?: Params }): string {
  return look('error', code, { language, params: data }) ?? message;
}

/** What was done. @param message in English; it is found again by its template (`Saved {{n}} favourite games.`) */
export function answerText(language: Language, message: string): string {
  const found = language === 'en' ? null : templateOf(ANSWER_TEXTS, message);
  return (found && look('answer', found.template, { language, params: found.params })) ?? message;
}

/** What to do about a field; null where no template fits. `path` stays as the caller wrote it. */
export function fieldText(language: Language, fault: FieldFault): FieldFault | null {
  if (language === 'en') return fault;
  const found = templateOf(FIELD_TEXTS, fault.message);
  const message = found && look('field', found.template, { language, params: found.params });
  return message === null ? null : { path: fault.path, message };
}
