import { describe, expect, it } from '@jest/globals';
import { de } from './de.js';
import { en, type Texts } from './en.js';
import { ko } from './ko.js';
import { sv } from './sv.js';

const placesIn = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name ?? '')
    .filter((n) => n !== 'count')
    .sort();

describe.each(Object.entries({ sv, ko, de } satisfies Record<string, Texts>))('%s', (_, texts) => {
  it('has every text and no other', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
  });
  it('leaves no text empty', () => {
    expect(
      Object.entries(texts)
        .filter(([, text]) => text.trim() === '')
        .map(([key]) => key),
    ).toEqual([]);
  });
  it('fills in the same values as English', () => {
    const odd = (Object.keys(en) as (keyof Texts)[]).filter(
      (key) => placesIn(texts[key]).join() !== placesIn(en[key]).join(),
    );
    expect(odd).toEqual([]);
  });
});
