import { afterAll, beforeAll, it } from '@jest/globals';

/**
 * For cases of one house that mostly wait, each for a channel of its own: all are begun with the first, and each is
 * told as a test of its own. To be called in a `describe`, after the house's `beforeAll`.
 * @returns `it` for them
 */
export function sideBySide(): { readonly it: (name: string, story: () => Promise<void>) => void } {
  const stories: (() => Promise<void>)[] = [];
  const begun: Promise<void>[] = [];
  beforeAll(() => {
    for (const story of stories) {
      const told = story();
      // A failure is its own test's, which may not be there yet.
      told.catch(() => undefined);
      begun.push(told);
    }
  });
  afterAll(async () => {
    await Promise.allSettled(begun);
  });
  return {
    it: (name, story) => {
      const at = stories.push(story) - 1;
      it(name, () => begun[at]);
    },
  };
}
