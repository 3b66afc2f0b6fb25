import { describe, expect, it } from '@jest/globals';
import { renderTemplate, renderText } from './render-template.js';

const VALUES = {
  login: 'harbour',
  date: '2026-11-28T10_00_00Z',
  id: '4711',
  game_name: '',
  title: 'Boats (late)',
  quality: null,
};
const CASES: readonly (readonly [string, string])[] = [
  ['{login}_{date}_{id}', 'harbour_2026-11-28T10_00_00Z_4711'],
  ['{login}_{game_name}_{date}', 'harbour_2026-11-28T10_00_00Z'],
  ['{game_name}_{login}', 'harbour'],
  ['{login}_{game_name}', 'harbour'],
  ['{login} - {game_name} - {title}', 'harbour - Boats (late)'],
  ['{title} ({game_name})', 'Boats (late)'],
  ['{title} [{id}] [{quality}]', 'Boats (late) [4711]'],
  ['{title} [({game_name}) {quality}]', 'Boats (late)'],
  ['{login} ({game_name} - {id})', 'harbour (4711)'],
  ['{login} ({id} - {game_name})', 'harbour (4711)'],
  ['{game_name}{quality}{login}', 'harbour'],
  ['{login}/{game_name}/{id}', 'harbour//4711'],
  ['{login}/{game_name} - {id}', 'harbour/4711'],
  ['{login}_{unknown}_{id}', 'harbour_4711'],
  ['plays {game_name}', 'plays'],
  ['{game_name}', ''],
  ['{login}_{toString}', 'harbour'],
];

describe('a template', () => {
  it.each(CASES)('renders %s as %p, without the separators and brackets of empty variables', (template, name) => {
    expect(renderTemplate(template, VALUES)).toBe(name);
  });

  it('treats slashes, braces and brackets in values as text', () => {
    expect(renderTemplate('{a}/{b}_{c}', { a: '24/7', b: '{id}', c: '()', id: 'no' })).toBe('24_7/{id}_()');
  });

  it('treats a value of invisible characters as empty', () => {
    expect(renderTemplate('{a}_{b}', { a: 'x', b: ' \u200b?? ' })).toBe('x');
  });
});

describe('a text that is no name', () => {
  it('keeps the values as they are, and line breaks', () => {
    const values = { link: 'https://a.example/b?c=1', title: '24/7: "tea" <live>', none: '' };
    expect(renderText('{title}\n{link} ({none})', values)).toBe('24/7: "tea" <live>\nhttps://a.example/b?c=1');
  });
});
