import { describe, expect, it } from '@jest/globals';
import { caseFaults, caseRows } from './cases.check.mjs';

const files: Readonly<Record<string, string>> = {
  'a.spec.ts': "it('S1 does a thing', () => {});\nit('P2 does another', () => {});",
};
const faults = (...rows: readonly string[]): string[] =>
  caseFaults(caseRows(['| id | what | file | test |', '|---|---|---|---|', ...rows, ''].join('\n')), {
    ids: ['S1', 'P2'],
    read: (file) => files[file] ?? null,
  });
const [S1, P2] = ['| S1 | x | `a.spec.ts` | S1 does a thing |', '| P2 | y | `a.spec.ts` | P2 does another |'];

describe('the table of cases', () => {
  it('is right when each id has its test', () => {
    expect(faults(S1, P2)).toEqual([]);
  });
  it('fails on a missing, a doubled and an unknown id', () => {
    expect(faults(S1, S1)).toEqual(['P2 is missing', 'S1 stands twice']);
    expect(faults(S1, P2, '| P9 | y | `a.spec.ts` | P9 x |')).toEqual([
      'P9 is not a case of the table',
      'P9: a.spec.ts has no test "P9 x"',
    ]);
  });
  it('fails on a test and on a file that do not exist', () => {
    expect(faults(S1.replace('a thing', 'nothing'), P2.replace('a.spec', 'b.spec'))).toEqual([
      'S1: a.spec.ts has no test "S1 does nothing"',
      'P2: b.spec.ts is not there',
    ]);
  });
  it('fails on a test that is not named after its case', () => {
    expect(faults(S1.replace('S1 does', 'does'), P2.replace('| P2 does', '| P22 does'))).toEqual([
      'S1: the name of its test must start with the id, not "does a thing"',
      'P2: the name of its test must start with the id, not "P22 does another"',
    ]);
  });
  it('takes a reason for a test where the id may have one, and nowhere else', () => {
    const faultsOf = (row: string, unshown: readonly string[]) =>
      caseFaults(caseRows(`${S1}\n${row}\n`), { ids: ['S1', 'P2'], unshown, read: (file) => files[file] ?? null });
    const row = '| P2 | y | | not ours, because we have no such thing |';
    expect([
      faultsOf(row, ['P2']),
      faultsOf('| P2 | y | | not ours |', ['P2']).length,
      faultsOf(row, []).length,
      faultsOf(P2, ['P2']).length,
    ]).toEqual([[], 1, 1, 1]);
  });
  it('does not overlook a row that is no row of the table', () => {
    expect(faults(S1, '| P2 | y | a.spec.ts | P2 does another |')).toEqual(['P2 is missing']);
  });
});
