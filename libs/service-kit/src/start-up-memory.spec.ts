import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { releaseStartUpMemory } from './start-up-memory.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('saves memory after the start, and then collects as usual', () => {
  const flags: string[] = [];
  releaseStartUpMemory((flag) => flags.push(flag));
  expect(flags).toEqual(['--memory-saver-mode']);
  jest.runAllTimers();
  expect(flags).toEqual(['--memory-saver-mode', '--no-memory-saver-mode']);
});
