import { describe, expect, it } from '@jest/globals';
import { closingLine, fromClosingLine, fromJest, fromPlaywright, withHiddenFailure, sum } from './counts.mjs';

describe('counts of a test run', () => {
  it('end in the line that other programs parse', () => {
    expect(
      closingLine(
        sum([
          { passed: 1, failed: 0, skipped: 2 },
          { passed: 3, failed: 4, skipped: 0 },
        ]),
      ),
    ).toBe('4 passed, 4 failed, 2 skipped');
  });
  it('count a crashed stage as failed', () => {
    expect(withHiddenFailure({ passed: 5, failed: 0, skipped: 0 }, 1).failed).toBe(1);
  });
  it('count a killed stage as failed', () => {
    expect(withHiddenFailure({ passed: 5, failed: 0, skipped: 0 }, null).failed).toBe(1);
  });
  it('count a stage without tests as failed', () => {
    expect(withHiddenFailure({ passed: 0, failed: 0, skipped: 0 }, 0).failed).toBe(1);
  });
  it('leave a passed stage unchanged', () => {
    expect(withHiddenFailure({ passed: 5, failed: 0, skipped: 1 }, 0)).toEqual({ passed: 5, failed: 0, skipped: 1 });
  });
  it('count a suite that jest could not load as failed', () => {
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
  it('come from the last closing line of the chaos runs', () => {
    expect(fromClosingLine('file: x\n3 passed, 0 failed\ns3: y\n5 passed, 1 failed\n')).toEqual({
      passed: 5,
      failed: 1,
      skipped: 0,
    });
    expect(fromClosingLine('2 passed, 1 failed, 4 skipped\n')).toEqual({ passed: 2, failed: 1, skipped: 4 });
  });
});
