import { describe, expect, it } from '@jest/globals';
import { coverageFaults, rowsOf, testNames } from './coverage.check.mjs';

const files: Readonly<Record<string, string>> = {
  'a.spec.ts':
    "it('does a thing', () => {});\nit.each([1])('takes %i', () => {});\nit('isn\\'t late', () => {});\nit('W1 keeps all', () => {});",
};
const R1 = '| R1 | x | Base | a.spec.ts > does a thing |';
const R2 = "| R2 | y | Base, Screen | a.spec.ts > takes %i<br>a.spec.ts > isn't late |";
const R3 = '| R3 | z | Screen | |';
const W1 = '| W1 | w | Base | a.spec.ts > W1 keeps all |';
const W2 = '| W2 | v | Base | none: no part of ours does this |';

const faults = (...rows: readonly string[]): string[] =>
  coverageFaults(['# Page', '', '| id | what holds | with | test |', '|---|---|---|---|', ...rows, ''].join('\n'), {
    ids: { R1: ['Base'], R2: ['Base', 'Screen'], R3: ['Screen'], W1: ['Base'], W2: ['Base'] },
    done: ['Base'],
    withoutTest: ['W2'],
    read: (file) => files[file] ?? null,
  });

describe('the table of coverage', () => {
  it('has no fault if each due row names an existing test, and an open row none', () => {
    expect(faults(R1, R2, R3, W1, W2)).toEqual([]);
  });
  it('reports an id that is missing, repeated or unknown', () => {
    expect(faults(R1, R2, R3, W1)).toEqual(['W2 is missing']);
    expect(faults(R1, R2, R3, W1, W2, R1)).toEqual(['R1 appears twice']);
    expect(faults(R1, R2, R3, W1, W2, '| Z9 | x | Base | a.spec.ts > does a thing |')).toEqual(['Z9 is unknown']);
  });
  it('reports a test and a file that do not exist', () => {
    expect(faults(R1.replace('a thing', 'nothing'), R2.replace('a.spec', 'b.spec'), R3, W1, W2)).toEqual([
      'R1: a.spec.ts has no test "does nothing"',
      'R2: b.spec.ts does not exist',
    ]);
    expect(faults(R1, R2, '| R3 | z | Screen | a.spec.ts > comes early |', W1, W2)).toEqual([
      'R3: a.spec.ts has no test "comes early"',
    ]);
  });
  it('reports a row without a test once one of its milestones is done', () => {
    expect(faults('| R1 | x | Base | |', '| R2 | y | Base, Screen | |', R3, W1, W2)).toEqual([
      'R1 has no test, and Base is done',
      'R2 has no test, and Base is done',
    ]);
  });
  it('reports a milestone that differs from that of the id', () => {
    expect(faults(R1.replace('Base', 'Screen'), R2, R3, W1, W2)).toEqual(['R1 comes with Base, not with Screen']);
  });
  it('reports a case whose test does not start with its id', () => {
    expect(faults(R1, R2, R3, W1.replace('W1 keeps all', 'does a thing'), W2)).toEqual([
      'W1: the name of its test must start with the id',
    ]);
  });
  it('accepts a reason instead of a test only for the listed ids', () => {
    const none = 'none: no part of ours does this';
    expect(faults(R1, R2, R3, W1, '| W2 | v | Base | none: never |')).toEqual([
      'W2 has no test: its cell must give the reason (`none: why`)',
    ]);
    expect(faults(`| R1 | x | Base | ${none} |`, R2, R3, W1, W2)).toEqual([`R1: ${none} does not exist`]);
  });
  it('reports a line that is not a row of four cells', () => {
    expect(faults(R1, R2, R3, W1, '| W2 | v | none: no part of ours does this |')).toEqual([
      'not a row of four cells: | W2 | v | none: no part of ours does this |',
      'W2 is missing',
    ]);
  });
});

it('reads only rows of the page', () => {
  expect(rowsOf(`text about R1\n${R2}\n`).rows).toEqual([
    { id: 'R2', milestones: ['Base', 'Screen'], test: "a.spec.ts > takes %i<br>a.spec.ts > isn't late" },
  ]);
});

it('reads only names of tests', () => {
  expect([...testNames(files['a.spec.ts'] ?? '')]).toEqual(['does a thing', 'takes %i', "isn't late", 'W1 keeps all']);
});
