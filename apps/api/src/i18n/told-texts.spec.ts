import { KEEP_RULES, textOf, words } from '#libs/domain';
import { OutsideError, wordsOf } from '#libs/errors';
import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptBy } from '../modules/cleanup/cleanup-words.js';
import { ERROR_TEXTS } from './error-texts.js';
import { LANGUAGES } from './language.js';
import { NOTE_TEXTS } from './note-texts.js';
import { tell } from './server-texts.js';
import { templateOf } from './template.js';
import { TOLD_TEXTS } from './told-texts.js';

const ROOT = join(import.meta.dirname, '../../../..');
const others = LANGUAGES.filter((l) => l !== 'en');
const sourcesOf = (...globs: readonly string[]): string[] =>
  globs
    .flatMap((glob) => globSync(glob, { cwd: ROOT }))
    .filter((file) => !/\.(spec|fixture|conformance)\.ts$|\/(testing|testkit|cli)\//.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'));

const TEXT = /(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`$\\]|\\.)*)`)/;
const literals = (pattern: string, sources: readonly string[]): string[] => [
  ...new Set(
    sources.flatMap((source) =>
      [...source.matchAll(new RegExp(pattern.replace('TEXT', TEXT.source), 'g'))].map(([, a, b, c]) =>
        (a ?? b ?? c ?? '').replaceAll(/\\(['"])/g, '$1'),
      ),
    ),
  ),
];

const HOUSE = ['libs/*/src/**/*.ts', 'apps/{api,recorder,converter}/src/**/*.ts'];
const templates = [
  ...literals(String.raw`\bwords\(\s*TEXT`, sourcesOf('apps/{api,recorder,converter}/src/**/*.ts')),
  ...literals(String.raw`\btemplate: TEXT`, sourcesOf('libs/service-kit/src/**/*.ts')),
  ...KEEP_RULES.map((rule) => textOf(keptBy([rule]))),
].sort();
const faults = sourcesOf('libs/storage/src/*/*-fault.ts');
const [httpFaults = ''] = sourcesOf('libs/media/src/http/http-port.ts').map(
  (source) => /HttpFault = ([^;]*);/.exec(source)?.[1] ?? '',
);
const codes = [
  ...literals(String.raw`new (?:UserError|OutsideError|PlaylistError)\(\s*TEXT`, sourcesOf(...HOUSE)),
  ...literals(String.raw`: \[TEXT, `, faults),
  ...literals('TEXT', [httpFaults]).map((what) => `http-${what}`),
].sort();

/** Thrown while a service starts, by its tests, or to our own code: the log tells them, no answer does. */
const NEVER_TOLD: ReadonlySet<string> = new Set([
  'bad-endpoint',
  'bad-keyring',
  'config',
  'database-newer',
  'database-too-old',
  'health-port',
  'nats-too-old',
  'nats-without-jetstream',
  'no-keyring',
  'not-settled',
  'not-wanted',
  'port-in-use',
]);

describe('a text that carries what it is made of', () => {
  it('is gathered from who says it', () => {
    expect(templates).toEqual(
      expect.arrayContaining(['failed: {{remark}}', 'All channels', '{{n}} of {{all}} deleted']),
    );
    expect(templates.length).toBeGreaterThan(60);
  });
  it.each(templates)('%s is told in every language', (template) => {
    expect(others.filter((language) => (TOLD_TEXTS[template]?.[language] ?? '') === '')).toEqual([]);
  });
  it('is told with texts inside of it, and names as they are', () => {
    const remark = words('kept: {{remark}}', { remark: words('archived') });
    expect(tell('sv', words('{{name}} stays: {{remark}}', { name: 'kept: archived', remark }))).toBe(
      'kept: archived blir kvar: sparas: arkiverad',
    );
  });
  it('of an error is told by its code, what it names within, and as its own text where that says more', () => {
    const low = wordsOf(new OutsideError('low-space', 'nearly full', { data: { gb: '3.1' } }));
    expect(tell('de', words('failed: {{remark}}', { remark: low }))).toBe(
      'fehlgeschlagen: Nur 3.1 GB sind für Aufnahmen frei.',
    );
    const away = wordsOf(new OutsideError('storage-away', 'Storage /a: the folder is not there: is the disk mounted?'));
    expect(tell('sv', away)).toBe('Lagringen /a: mappen saknas: är disken monterad?');
    expect(tell('ko', wordsOf(new TypeError('x is no function')))).toBe(
      '내부 오류입니다. 자세한 내용은 로그에 있습니다.',
    );
  });
  it('stays as it is in English, and where nobody has words for it', () => {
    const odd = words('{{n}} odd', { n: 2 });
    expect([tell('en', odd), tell('de', odd), textOf(odd)]).toEqual(['2 odd', '2 odd', '2 odd']);
  });
});

describe('what is thrown anywhere', () => {
  it('is gathered from who throws it', () => {
    expect(codes).toEqual(
      expect.arrayContaining(['storage-away', 'bad-tag', 'vod-missing', 'ffmpeg-failed', 'storage-full', 'http-away']),
    );
  });
  it.each(codes.filter((code) => !NEVER_TOLD.has(code)))('%s is told in every language', (code) => {
    expect(others.filter((language) => (ERROR_TEXTS[code]?.[language] ?? '') === '')).toEqual([]);
  });
});

describe('what services, recorders and sites say', () => {
  const remedies = literals(String.raw`\bremedy: TEXT`, sourcesOf(...HOUSE)).filter((text) => text !== '');
  const reasons = literals(
    String.raw`\breason: TEXT`,
    sourcesOf('libs/domain/src/**/*.ts', 'libs/providers/src/**/*.ts', 'apps/api/src/**/*.ts'),
  ).filter((text) => /^[A-Z]\S* /.test(text));
  it('is gathered', () => {
    expect(remedies.length).toBeGreaterThan(5);
    expect(reasons.length).toBeGreaterThan(10);
  });
  const ofStorage = literals(String.raw`: \['storage-\w+', TEXT\]`, faults);
  it.each([...remedies, ...reasons, ...ofStorage])('%s is told in every language', (text) => {
    expect(templateOf(NOTE_TEXTS, text)).not.toBeNull();
  });
});
