import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { releaseStartUpMemory } from './start-up-memory.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('sets memory-saver mode after the start, and ends it later', () => {
  const flags: string[] = [];
  releaseStartUpMemory((flag) => flags.push(flag));
  expect(flags).toEqual(['--memory-saver-mode']);
  jest.runAllTimers();
  expect(flags).toEqual(['--memory-saver-mode', '--no-memory-saver-mode']);
});
