import { CLIENT_SETTINGS, ClientSettings, ROUTES, SETTINGS, SettingsFile } from '#libs/contracts';
import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { inputFaults, issueText } from '../platform/input-faults.js';
import { FIELD_TEXTS } from './field-texts.js';
import { LANGUAGES } from './language.js';
import { fieldText } from './server-texts.js';
import { templateOf } from './template.js';

type Schema = z.core.$ZodType;
/** What of a definition leads to further schemas, and the message it was given. */
interface Def {
  readonly error?: (issue: { readonly code: string; readonly input: unknown }) => unknown;
  readonly checks?: readonly { readonly _zod: { readonly def: Def } }[];
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
  readonly [key: string]: unknown;
}

const PARTS = ['element', 'innerType', 'in', 'out', 'keyType', 'valueType', 'catchall', 'left', 'right'] as const;
const defOf = (schema: Schema): Def => schema._zod.def as unknown as Def;

/** A schema and all that it is made of. */
function partsOf(schema: Schema, seen = new Set<Schema>()): Set<Schema> {
  if (seen.has(schema)) return seen;
  seen.add(schema);
  const def = defOf(schema);
  const inner = [
    ...Object.values(def.shape ?? {}),
    ...(def.options ?? []),
    ...PARTS.flatMap((part) => (def[part] instanceof z.core.$ZodType ? [def[part]] : [])),
  ];
  for (const one of inner) partsOf(one, seen);
  return seen;
}

/** Messages that a schema or one of its checks was given. */
const ownWords = (schema: Schema): string[] =>
  [defOf(schema), ...(defOf(schema).checks ?? []).map((check) => check._zod.def)].flatMap(({ error }) => {
    const said = error?.({ code: 'custom', input: 'x' });
    return typeof said === 'string' ? [said] : [];
  });

const LONG = 'x'.repeat(70_000);
const JUNK = [
  undefined,
  null,
  '',
  ' ',
  LONG,
  'a\u0000b',
  'a b',
  '../x',
  '/x',
  'a//b',
  '{',
  '}',
  '{nope}',
  'a/../b',
  'X.',
  'con',
  'saved_clips',
  'http://',
  'ftp://example.org/x',
  `https://example.org/${LONG}`,
  '-1',
  '1e9',
  '2026-13-45',
  -1,
  0,
  1.5,
  1e12,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  [],
  ['x', 'x'],
  Array.from({ length: 20_000 }, () => 'x'),
  {},
  { odd: 1 },
  { '': null },
];

const inputs: readonly Schema[] = [
  ...ROUTES.flatMap((r) => [r.params, r.query, r.body]),
  ...Object.values(SETTINGS).map((s) => s.schema),
  ClientSettings,
  ...Object.values(CLIENT_SETTINGS),
  SettingsFile,
];
const walked = new Set<Schema>();
for (const input of inputs) partsOf(input, walked);
/**
 * A transform alone is handed only what its schema let through; an empty text is one of a union, which says in words
 * what else may be there.
 */
const schemas = [...walked].filter(
  (schema) =>
    defOf(schema)['type'] !== 'transform' &&
    !z.core.safeParse(z.object({ values: z.tuple([z.literal('')]) }), defOf(schema)).success,
);

/** Everything a caller can be told by a schema of ours. */
const told = new Set<string>();
for (const schema of schemas) {
  for (const words of ownWords(schema)) told.add(words);
  for (const junk of JUNK) {
    const read = z.core.safeParse(schema, junk);
    for (const { message } of read.success ? [] : inputFaults(read.error.issues, 'body')) told.add(message);
  }
}

/** One of each kind that zod has, also those that no schema of ours raises today. */
const KINDS: Readonly<Record<string, readonly [Schema, unknown]>> = {
  'too small': [z.string().min(3), ''],
  'too big': [z.array(z.string()).max(1), ['a', 'b']],
  'more than': [z.number().gt(3), 3],
  'less than': [z.number().lt(3), 3],
  'exact': [z.string().length(3), ''],
  'type': [z.boolean(), 1],
  'whole number': [z.int(), 1.5],
  'unknown type': [z.symbol(), 1],
  'null': [z.null(), 1],
  'record': [z.record(z.string(), z.string()), 1],
  'key': [z.record(z.string().min(2), z.string()), { a: 'x' }],
  'choice': [z.enum(['a', 'b']), 'c'],
  'literal': [z.literal(1), 2],
  'multiple': [z.number().multipleOf(2), 3],
  'pattern': [z.string().regex(/^a$/), 'b'],
  'uuid': [z.uuid(), 'x'],
  'moment': [z.iso.datetime(), 'x'],
  'date': [z.iso.date(), 'x'],
  'address': [z.url(), 'x'],
  'format': [z.base64(), '#'],
  'union': [z.union([z.string(), z.number()]), true],
  'two at once': [z.xor([z.string(), z.string().min(1)]), 'x'],
  'custom': [z.string().refine(() => false), 'x'],
  'set': [z.set(z.string()), 1],
};

/** Texts that services put on a field, as they stand in the source; templates with their values filled in. */
const FROM_SOURCE =
  /\b(?:onField|onUrl)\([^\n]*?(?:'((?:[^'\\\n]|\\.)*)'|`([^`\n]*)`|"([^"\n]*)")\)|fields: \[\{ path: [^\n]*?message: (?:'((?:[^'\\\n]|\\.)*)'|`([^`\n]*)`)/g;
function fromSource(text: string): string[] {
  const found = [...text.matchAll(FROM_SOURCE)].map((groups) => groups.slice(1).join(''));
  return found.map((one) =>
    (/(?:^|, )'((?:[^'\\]|\\.)*)$/.exec(one)?.[1] ?? one).replaceAll(/\$\{[^}]*\}/g, '7').replaceAll("\\'", "'"),
  );
}
const API = join(import.meta.dirname, '..');
const HLS = join(import.meta.dirname, '../../../../libs/providers/src/hls');
const sources = [API, HLS].flatMap((cwd) =>
  globSync('**/*.ts', { cwd })
    .filter((file) => !file.includes('.spec.'))
    .map((file) => readFileSync(join(cwd, file), 'utf8')),
);
/** Sentences of errors that stand on a field too: those are told by the code of the error. */
const BY_CODE = /^(Path|File|Access|could not be reached|There is|This)\b/;
const byServices = [...new Set(sources.flatMap(fromSource))]
  .filter((text) => /[a-z]{2}/.test(text) && !BY_CODE.test(text))
  .sort();

const others = LANGUAGES.filter((l) => l !== 'en');
/** Words that only English has among ours. */
const ENGLISH =
  /\b(must|is|be|not|no|of|the|and|with|at (?:least|most)|more|less|than|required|valid|known|number|string|boolean|array|object|characters|entries|received|expected|invalid|input)\b/i;

describe('a complaint about a field', () => {
  it('is gathered from every schema of a route, a setting and a file', () => {
    expect([...told]).toEqual(
      expect.arrayContaining([
        'is required',
        'is not a known field',
        'must be a uuid',
        'must be at most 200 characters',
        'must be a time zone such as Europe/Stockholm',
        'names an unknown variable {nope} at character 1; there are: id, quality, clip_date, title, creator, broadcaster',
      ]),
    );
  });
  it('is gathered from services', () => {
    expect(byServices).toEqual(
      expect.arrayContaining([
        'is followed already, as 7',
        'must be later than from',
        'answers with HTTP 7',
        'is not the current password',
      ]),
    );
  });

  it.each([...told].sort().map((text) => [text.slice(0, 120), text]))('%s is told in every language', (_, text) => {
    expect(untold(text)).toEqual([]);
  });
  it.each(byServices)('%s is told in every language', (text) => {
    expect(untold(text)).toEqual([]);
  });
  it.each(Object.entries(KINDS))(
    'of the kind "%s" is in our words, and told in every language',
    (_, [schema, value]) => {
      const issues = z.core.safeParse(schema, value).error?.issues ?? [];
      expect(issues.map(issueText).flatMap(untold)).toEqual([]);
      expect(issues).not.toEqual([]);
    },
  );

  it.each(Object.entries(FIELD_TEXTS))('%s keeps no English', (_, row) => {
    expect(others.filter((language) => ENGLISH.test(row[language].replaceAll(/\{\{\w+\}\}/g, '')))).toEqual([]);
  });
});

const untold = (text: string): string[] =>
  others
    .filter(
      (language) =>
        fieldText(language, { path: 'x', message: text }) === null || templateOf(FIELD_TEXTS, text) === null,
    )
    .map((language) => `${language}: ${text.slice(0, 100)}`);
