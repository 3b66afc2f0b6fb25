import { SETTING_TEXTS, type Words } from '#libs/contracts';
import { type Said } from '#libs/domain';
import { type FieldFault } from '#libs/errors';
import i18next, { type i18n } from 'i18next';
import { ANSWER_TEXTS } from './answer-texts.js';
import { ERROR_TEXTS } from './error-texts.js';
import { FIELD_TEXTS } from './field-texts.js';
import { type Language, LANGUAGES, type Translated } from './language.js';
import { NOTE_TEXTS } from './note-texts.js';
import { placeholders, templateOf } from './template.js';
import { TOLD_TEXTS } from './told-texts.js';

type Params = Readonly<Record<string, unknown>>;
type Catalogue = Readonly<Record<string, Translated>>;

const CATALOGUES = {
  error: ERROR_TEXTS,
  answer: ANSWER_TEXTS,
  field: FIELD_TEXTS,
  note: NOTE_TEXTS,
  told: TOLD_TEXTS,
} as const;
type Kind = keyof typeof CATALOGUES;

const column = (rows: Catalogue, language: Exclude<Language, 'en'>): Record<string, string> =>
  Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, row[language]]));

function start(): i18n {
  const instance = i18next.createInstance();
  const resources = Object.fromEntries(
    LANGUAGES.filter((l) => l !== 'en').map((l) => [
      l,
      Object.fromEntries(Object.entries(CATALOGUES).map(([kind, rows]) => [kind, column(rows, l)])),
    ]),
  );
  void instance.init({
    lng: 'en',
    fallbackLng: false,
    initAsync: false,
    ns: Object.keys(CATALOGUES),
    resources,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, skipOnVariables: true },
  });
  return instance;
}
const texts = start();
/** Names of settings: what is wrong with one calls it by its name. */
const settings = { sv: await SETTING_TEXTS.sv(), ko: await SETTING_TEXTS.ko(), de: await SETTING_TEXTS.de() };

/** @returns null where the catalogue has no such text, or a value for it is missing */
function look(
  kind: Kind,
  key: string,
  { language, params }: { readonly language: Language; readonly params: Params },
): string | null {
  if (language === 'en' || !texts.exists(key, { lng: language, ns: kind })) return null;
  const raw = CATALOGUES[kind][key]?.[language] ?? '';
  if (placeholders(raw).some((name) => params[name] === undefined || params[name] === null)) return null;
  const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  return texts.t(key, { lng: language, ns: kind, replace: values });
}

/**
 * What went wrong, by its code.
 * @param error `message`: in English, what is said where the code has no text; `data`: what its text names
 */
export function errorText(
  language: Language,
  { code, message, data = {} }: { readonly code: string; readonly message: string; readonly data?: Params },
): string {
  return look('error', code, { language, params: data }) ?? message;
}

/** Values of an answer that are a remark of ours; another may be a name that only reads like one. */
const TOLD: ReadonlySet<string> = new Set(['remark', 'fault']);

/**
 * What was done.
 * @param message in English; it is found again by its template (`Saved {{n}} favourite games.`); a remark inside of it
 *   is told too
 */
export function answerText(language: Language, message: string): string {
  const found = language === 'en' ? null : templateOf(ANSWER_TEXTS, message);
  const params =
    found &&
    Object.fromEntries(
      Object.entries(found.params).map(([name, value]) => [name, TOLD.has(name) ? noteText(language, value) : value]),
    );
  return (found && params && look('answer', found.template, { language, params })) ?? message;
}

/** A remark, a warning or a reason inside of an answer; as it is where no template fits. */
export function noteText(language: Language, text: string): string {
  if (language === 'en') return text;
  const found = templateOf(NOTE_TEXTS, text);
  return (found && look('note', found.template, { language, params: spokenParams(language, found.params) })) ?? text;
}

function spokenParams(language: Exclude<Language, 'en'>, params: Readonly<Record<string, string>>): Params {
  const { fault, key, remark } = params;
  const known = Object.entries(settings[language].settings).find(([one]) => one === key)?.[1].text;
  return {
    ...params,
    ...(remark === undefined ? {} : { remark: noteText(language, remark) }),
    ...(fault === undefined ? {} : { fault: fieldText(language, { path: '', message: fault })?.message ?? fault }),
    ...(known === undefined ? {} : { name: known }),
  };
}

/**
 * A text that carries what it is made of: by that, in the language. Finished English, as of another version, is found
 * again by its template like {@link noteText}; so is that of an error, which may say more than its code.
 */
export function tell(language: Language, told: Said): string {
  if (typeof told === 'string') return told === '' ? told : noteText(language, told);
  return language === 'en' ? told.text : tellWords(language, told);
}

function tellWords(language: Exclude<Language, 'en'>, { text, template, code, values = {} }: Words): string {
  if (template === undefined) {
    const said = noteText(language, text);
    return said !== text || code === undefined ? said : errorText(language, { code, message: text, data: values });
  }
  const params = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? tell(language, value) : value]),
  );
  return look('told', template, { language, params }) ?? noteText(language, text);
}

/** What to do about a field; null where no template fits. `path` stays as the caller wrote it. */
export function fieldText(language: Language, fault: FieldFault): FieldFault | null {
  if (language === 'en') return fault;
  const found = templateOf(FIELD_TEXTS, fault.message);
  const message = found && look('field', found.template, { language, params: found.params });
  return message === null ? null : { path: fault.path, message };
}
