import { expect, it } from '@jest/globals';
import { page } from './page.js';

interface Page {
  readonly data: readonly number[];
  readonly pagination: { readonly cursor?: string };
}
const bodyOf = (query: Record<string, string>, count: number): Page =>
  (
    page(
      new URLSearchParams(query),
      Array.from({ length: count }, (_, i) => i),
    ) as unknown as { body: Page }
  ).body;

it('walks to the end, which is an empty pagination', () => {
  const seen: number[] = [];
  let after: string | undefined;
  let pages = 0;
  do {
    const body = bodyOf({ first: '20', ...(after === undefined ? {} : { after }) }, 40);
    seen.push(...body.data);
    after = body.pagination.cursor;
    pages += 1;
  } while (after !== undefined);
  expect(seen).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(pages).toBe(3);
});

it('gives 20 rows when the count is not given, and at most 100', () => {
  expect(bodyOf({}, 40).data).toHaveLength(20);
  expect(page(new URLSearchParams({ first: '101' }), [])).toMatchObject({ status: 400 });
});

it('refuses a cursor that is none', () => {
  expect(page(new URLSearchParams({ after: 'nonsense' }), [])).toMatchObject({ status: 400 });
});
