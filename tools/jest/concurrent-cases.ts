import { afterAll, beforeAll, it } from '@jest/globals';

/**
 * For cases of one installation that mostly wait, each with its own channel: all start together with the first, and
 * each is reported as a separate test. Call this in a `describe`, after the installation's `beforeAll`.
 * @returns `it` for these cases
 */
export function concurrentCases(): { readonly it: (name: string, testCase: () => Promise<void>) => void } {
  const cases: (() => Promise<void>)[] = [];
  const begun: Promise<void>[] = [];
  beforeAll(() => {
    for (const testCase of cases) {
      const run = testCase();
      // A failure belongs to the case's own test, which may not have started yet.
      run.catch(() => undefined);
      begun.push(run);
    }
  });
  afterAll(async () => {
    await Promise.allSettled(begun);
  });
  return {
    it: (name, testCase) => {
      const at = cases.push(testCase) - 1;
      it(name, () => begun[at]);
    },
  };
}
