import { describe, expect, it } from '@jest/globals';
import { MemoryBudget } from './memory-budget.js';

describe('MemoryBudget', () => {
  it('lends up to its size, and again what came back', () => {
    const budget = new MemoryBudget(100);
    expect([budget.take(60), budget.take(60), budget.take(40)]).toEqual([true, false, true]);
    budget.give(60);
    expect(budget.take(60)).toBe(true);
  });
  it('lets one body of any size through when nothing else is held', () => {
    expect(new MemoryBudget(10).take(1000)).toBe(true);
  });
});
