import { describe, expect, it } from '@jest/globals';
import { MemoryBudget } from './memory-budget.js';

describe('MemoryBudget', () => {
  it('reserves up to its size, and reuses released bytes', () => {
    const budget = new MemoryBudget(100);
    expect([budget.reserve(60), budget.reserve(60), budget.reserve(40)]).toEqual([true, false, true]);
    budget.release(60);
    expect(budget.reserve(60)).toBe(true);
  });
  it('accepts one body of any size while nothing else is reserved', () => {
    expect(new MemoryBudget(10).reserve(1000)).toBe(true);
  });
});
