import { afterAll, beforeAll, it } from '@jest/globals';

/**
 * For cases of one installation that mostly wait, each for a channel of its own: all are begun with the first, and each is
 * reported as a test of its own. To be called in a `describe`, after the installation's `beforeAll`.
 * @returns `it` for them
 */
export function concurrentCases(): { readonly it: (name: string, testCase: () => Promise<void>) => void } {
  const cases: (() => Promise<void>)[] = [];
  const begun: Promise<void>[] = [];
  beforeAll(() => {
    for (const testCase of cases) {
      const run = testCase();
      // A failure is its own test's, which may not be there yet.
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
