import { describe, expect, it } from '@jest/globals';
import { startTicksOf } from './process-identity.js';

const tail = (state: string) => ` ${state} 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20`;

describe('startTicksOf', () => {
  it('reads the start time behind a command name with brackets and spaces', () => {
    expect(startTicksOf(`42 (a) (b c)${tail('S')}`)).toBe('4711');
  });
  it('takes a zombie for ended', () => {
    expect(startTicksOf(`42 (node)${tail('Z')}`)).toBeNull();
  });
  it('takes a missing process for ended', () => {
    expect(startTicksOf('')).toBeNull();
  });
});
