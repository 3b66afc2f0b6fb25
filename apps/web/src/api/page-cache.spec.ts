import { describe, expect, it } from '@jest/globals';
import { type Cache, type ScopedMutator } from 'swr';
import { pageCache } from './page-cache.js';

interface Written {
  readonly key: string;
  readonly data: unknown;
  readonly revalidate: boolean | undefined;
}

function page(held: Readonly<Record<string, { readonly data?: unknown; readonly isValidating?: boolean }>>) {
  const written: Written[] = [];
  const requests: string[] = [];
  const mutate = ((key: string, change?: (data: unknown) => unknown, options?: { revalidate: boolean }) => {
    if (change === undefined) requests.push(key);
    else written.push({ key, data: change(held[key]?.data), revalidate: options?.revalidate });
    return Promise.resolve();
  }) as ScopedMutator;
  return { written, requests, it: pageCache(mutate, new Map(Object.entries(held)) as Cache) };
}
const plusOne = (n: number): number => n + 1;

describe('a change', () => {
  it('is written where something is held, and nothing is asked for', () => {
    const p = page({ a: { data: 1 } });
    p.it.write('a', plusOne);
    expect(p.written).toEqual([{ key: 'a', data: 2, revalidate: false }]);
  });
  it('of what nobody asked for is not kept', () => {
    const p = page({});
    p.it.write('a', plusOne);
    expect(p.written).toEqual([]);
  });
  it('while an answer is under way makes it be asked for again, since that answer is thrown away', () => {
    const p = page({ a: { data: 1, isValidating: true }, first: { isValidating: true } });
    p.it.write('a', plusOne);
    p.it.write('first', plusOne);
    expect(p.written).toEqual([
      { key: 'a', data: 2, revalidate: true },
      { key: 'first', data: undefined, revalidate: true },
    ]);
  });
  it('of many goes to those whose key fits', () => {
    const p = page({ 'list-1': { data: 1 }, 'other': { data: 5 }, 'list-2': { data: 7 } });
    p.it.writeAll((key) => key.startsWith('list'), plusOne);
    expect(p.written.map(({ key, data }) => [key, data])).toEqual([
      ['list-1', 2],
      ['list-2', 8],
    ]);
  });
});

it('asks by key', () => {
  const p = page({ a: { data: 1 } });
  p.it.revalidate('a');
  expect(p.requests).toEqual(['a']);
});
