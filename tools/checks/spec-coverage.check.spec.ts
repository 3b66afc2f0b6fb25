import { describe, expect, it } from '@jest/globals';
import { coverageFaults, rowsOf, testNames } from './spec-coverage.check.mjs';

const ids = { A1: ['Base'], A2: ['Base', 'Screen'], B1: ['Screen'] };
const files: Readonly<Record<string, string>> = {
  'a.spec.ts': "it('does a thing', () => {});\nit.each([1])('takes %i', () => {});\nit('isn\\'t late', () => {});",
};
const page = (...tests: readonly [string, string, string]): string =>
  `| id | L | what | by | test |\n|---|---|---|---|---|\n| A1 | 1 | x | y | Base | ${tests[0]} |\n| A2 | 2 | z | Base, Screen | ${tests[1]} |\n| B1 | 3 | z | Screen | ${tests[2]} |\n`;
const faults = (text: string, resolved: readonly string[] = []): string[] =>
  coverageFaults(rowsOf(text), { ids, resolved, read: (file) => files[file] ?? null });

describe('the table of the specification', () => {
  it('is right with empty cells while its issues are open', () => {
    expect(faults(page('', 'TODO-base', ''))).toEqual([]);
  });
  it('is right when each named test is there', () => {
    expect(
      faults(page('a.spec.ts > does a thing', "a.spec.ts > takes %i<br>`a.spec.ts` > isn't late", ''), ['Base']),
    ).toEqual([]);
  });
  it('fails on a test that does not exist', () => {
    expect(faults(page('a.spec.ts > does nothing', 'b.spec.ts > x', ''))).toEqual([
      'A1: a.spec.ts has no test "does nothing"',
      'A2: b.spec.ts is not there',
    ]);
  });
  it('fails on rows of a resolved issue without a test', () => {
    expect(faults(page('', 'TODO-base', ''), ['Base'])).toEqual([
      'A1 has no test, and Base is resolved',
      'A2 has no test, and Base is resolved',
    ]);
  });
  it('fails on a missing, doubled or unknown id and on another issue', () => {
    const text = page('', '', '').replace('| B1 |', '| A1 |').replace('| A2 |', '| Z9 |');
    expect(faults(text)).toEqual([
      'A2 is missing',
      'B1 is missing',
      'A1 stands twice',
      'Z9 is not an id of the specification',
      'A1 is delivered by Base, not by Screen',
    ]);
  });
});

it('reads names of tests, not other texts', () => {
  expect([...testNames(files['a.spec.ts'] ?? '')]).toEqual(['does a thing', 'takes %i', "isn't late"]);
});
