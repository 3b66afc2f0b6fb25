import { expect, it } from '@jest/globals';
import { suitesOfJest, suitesOfPlaywright, timeLines } from './times.mjs';

it('reads the time of each suite from the report of jest', () => {
  const report = { testResults: [{ name: '/repo/libs/a.spec.ts', startTime: 1_000, endTime: 3_500 }] };
  expect(suitesOfJest(JSON.stringify(report), '/repo')).toEqual([{ name: 'libs/a.spec.ts', seconds: 2.5 }]);
});

it('adds up the tests of a file of Playwright, repeated and nested ones included', () => {
  const spec = (...durations: number[]) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] });
  const report = {
    suites: [{ title: 'chat.e2e.ts', specs: [spec(1_000, 500)], suites: [{ title: 'x', specs: [spec(2_000)] }] }],
  };
  expect(suitesOfPlaywright(JSON.stringify(report))).toEqual([{ name: 'chat.e2e.ts', seconds: 3.5 }]);
});

it('prints each stage and the 20 slowest suites, slowest first', () => {
  const suites = Array.from({ length: 25 }, (_, i) => ({ name: `s${String(i)}`, seconds: i }));
  const lines = timeLines([{ name: 'lint', seconds: 61.26 }], suites);
  expect(lines.slice(0, 4)).toEqual(['stages:', '    61.3 s  lint', 'the 20 slowest suites:', '    24.0 s  s24']);
  expect([lines.length, lines.at(-1)]).toEqual([23, '     5.0 s  s5']);
});
