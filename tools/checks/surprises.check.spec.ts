import { describe, expect, it } from '@jest/globals';
import { surpriseFaults } from './surprises.check.mjs';

const row = (n: number, test = 'is fine', file = 'a.spec.ts'): string =>
  `| E${n} | there -> here | \`${file}\` | ${test} |`;
const page = (...rows: string[]): string => `# x\n\n${rows.join('\n')}\n`;
const all = Array.from({ length: 34 }, (_, n) => row(n + 1));
const read = (file: string): string | null => (file === 'a.spec.ts' ? "it('is fine', () => {});" : null);

describe('the surprises', () => {
  it('hold where each has a test', () => {
    expect(surpriseFaults(page(...all), read)).toEqual([]);
  });

  it('miss a number, one too many, a test and a file', () => {
    expect(surpriseFaults(page(...all.slice(1)), read)).toEqual(['E1 must stand there once']);
    expect(surpriseFaults(page(...all, row(2)), read)).toEqual(['E2 must stand there once']);
    expect(surpriseFaults(page(...all, row(35)), read)).toEqual(['E35 is none of the 34']);
    expect(surpriseFaults(page(...all.slice(1), row(1, 'is not')), read)).toEqual([
      'E1: a.spec.ts has no test "is not"',
    ]);
    expect(surpriseFaults(page(...all.slice(1), row(1, 'is fine', 'b.spec.ts')), read)).toEqual([
      'E1: b.spec.ts is not there',
    ]);
  });
});
