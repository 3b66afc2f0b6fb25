import { ROUTES } from '#libs/contracts';
import { describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS } from './answer-texts.js';
import { ERROR_TEXTS } from './error-texts.js';
import { FIELD_TEXTS } from './field-texts.js';
import { LANGUAGES, languageOf } from './language.js';
import { answerText, errorText, fieldText } from './server-texts.js';
import { NOTE_TEXTS } from './note-texts.js';
import { placeholders } from './template.js';

const others = LANGUAGES.filter((l) => l !== 'en');

describe('the language of an answer', () => {
  it.each([
    ['de', 'de'],
    ['sv-SE', 'sv'],
    ['KO', 'ko'],
    ['de_AT', 'de'],
    ['fr, ko;q=0.5', 'ko'],
    ['fr', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    ['constructor', 'en'],
    ['x'.repeat(10_000), 'en'],
  ] as const)('%p is %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
  it('of a header sent twice is the first that we have', () => {
    expect(languageOf(['fr', 'sv'])).toBe('sv');
  });
});

describe('what went wrong', () => {
  it('is told by its code, with what it names', () => {
    expect(errorText('de', { code: 'job-missing', message: `Job 'x' not found`, data: { name: 'x<&' } })).toBe(
      'Den Auftrag „x<&“ gibt es nicht',
    );
  });
  it('stays English where a value is missing, or the code has no text', () => {
    expect(errorText('de', { code: 'job-missing', message: `Job 'x' not found` })).toBe(`Job 'x' not found`);
    expect(errorText('sv', { code: 'nobody-knows', message: 'As thrown.' })).toBe('As thrown.');
    expect(errorText('sv', { code: 'constructor', message: 'As thrown.' })).toBe('As thrown.');
  });
  it('is as it was thrown in English', () => {
    expect(errorText('en', { code: 'vod-missing', message: 'VOD not found' })).toBe('VOD not found');
  });
  it('puts a value in as it is, also one that looks like a place', () => {
    expect(errorText('sv', { code: 'job-missing', message: '', data: { name: '{{game}} $t(bug)' } })).toBe(
      'Jobbet ”{{game}} $t(bug)” finns inte',
    );
  });

  const codes = [...new Set(ROUTES.flatMap((route) => Object.keys(route.errors)))].sort();
  it.each(codes)('%s, which a route names, is told in every language', (code) => {
    expect(Object.keys(ERROR_TEXTS)).toContain(code);
    expect(others.filter((language) => (ERROR_TEXTS[code]?.[language] ?? '') === '')).toEqual([]);
  });
});

describe('what was done', () => {
  it('is found by its template, and keeps its values', () => {
    expect(answerText('ko', 'Saved 3 favourite games.')).toBe('즐겨찾는 게임 3개를 저장했습니다.');
  });
  it('stays English where it has none', () => {
    expect(answerText('ko', 'Something else.')).toBe('Something else.');
  });
});

describe('what to do about a field', () => {
  it('is told in the language, on the same path', () => {
    expect(fieldText('de', { path: 'config.motd', message: 'must be at most 2000 characters' })).toEqual({
      path: 'config.motd',
      message: 'darf höchstens 2000 Zeichen haben',
    });
  });
});

describe('every text', () => {
  const rows = Object.entries({ ...ERROR_TEXTS, ...ANSWER_TEXTS, ...FIELD_TEXTS, ...NOTE_TEXTS });
  it.each(rows)('%s has the same places in each language', (key, row) => {
    const [first = [], ...rest] = others.map((language) => placeholders(row[language]).sort());
    for (const places of rest) expect(places).toEqual(first);
    if (!(key in ERROR_TEXTS)) expect(first).toEqual(placeholders(key).sort());
  });
});
