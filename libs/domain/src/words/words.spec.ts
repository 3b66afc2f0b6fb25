import { describe, expect, it } from '@jest/globals';
import { textOf, words } from './words.js';

describe('a text with what it is made of', () => {
  it('is whole in English, with texts inside of it', () => {
    const why = words('it is {{what}}', { what: 'away' });
    expect(words('{{n}} left: {{why}}', { n: 3, why })).toEqual({
      text: '3 left: it is away',
      template: '{{n}} left: {{why}}',
      values: { n: 3, why },
    });
  });
  it('puts a value in as it is, also one that looks like a place', () => {
    expect(textOf(words('{{a}} {{b}}', { a: '{{b}} $1', b: 'x' }))).toBe('{{b}} $1 x');
  });
});
