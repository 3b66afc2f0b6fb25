import { describe, expect, it } from '@jest/globals';
import { closingLine, fromClosingLine, fromJest, fromPlaywright, honest, sum } from './counts.mjs';

describe('counts of a test run', () => {
  it('end in the one line that other programs read', () => {
    expect(
      closingLine(
        sum([
          { passed: 1, failed: 0, skipped: 2 },
          { passed: 3, failed: 4, skipped: 0 },
        ]),
      ),
    ).toBe('4 passed, 4 failed, 2 skipped');
  });
  it('call a stage failed that crashed', () => {
    expect(honest({ passed: 5, failed: 0, skipped: 0 }, 1).failed).toBe(1);
  });
  it('call a stage failed that was killed', () => {
    expect(honest({ passed: 5, failed: 0, skipped: 0 }, null).failed).toBe(1);
  });
  it('call a stage failed that ran no test', () => {
    expect(honest({ passed: 0, failed: 0, skipped: 0 }, 0).failed).toBe(1);
  });
  it('leave a good stage alone', () => {
    expect(honest({ passed: 5, failed: 0, skipped: 1 }, 0)).toEqual({ passed: 5, failed: 0, skipped: 1 });
  });
  it('count a suite of jest that could not be loaded', () => {
    expect(
      fromJest(
        JSON.stringify({
          numPassedTests: 2,
          numFailedTests: 0,
          numRuntimeErrorTestSuites: 1,
          numPendingTests: 0,
          numTodoTests: 0,
        }),
      ),
    ).toEqual({ passed: 2, failed: 1, skipped: 0 });
  });
  it('count a flaky test of Playwright as failed', () => {
    expect(
      fromPlaywright(JSON.stringify({ stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 0 }, errors: [] })),
    ).toEqual({ passed: 3, failed: 1, skipped: 0 });
  });
  it('take the last closing line of the chaos runs', () => {
    expect(fromClosingLine('file: x\n3 passed, 0 failed\ns3: y\n5 passed, 1 failed\n')).toEqual({
      passed: 5,
      failed: 1,
      skipped: 0,
    });
    expect(fromClosingLine('2 passed, 1 failed, 4 skipped\n')).toEqual({ passed: 2, failed: 1, skipped: 4 });
  });
});
