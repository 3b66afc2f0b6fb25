import { describe, expect, it } from '@jest/globals';
import { startTicksOf } from './process-identity.js';

const tail = (state: string) => ` ${state} 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20`;

describe('startTicksOf', () => {
  it('reads the start time after a command name with parentheses and spaces', () => {
    expect(startTicksOf(`42 (a) (b c)${tail('S')}`)).toBe('4711');
  });
  it('counts a zombie as ended', () => {
    expect(startTicksOf(`42 (node)${tail('Z')}`)).toBeNull();
  });
  it('counts a missing process as ended', () => {
    expect(startTicksOf('')).toBeNull();
  });
});
