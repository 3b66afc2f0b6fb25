import { describe, expect, it } from '@jest/globals';
import { AddressSeal } from './media-target.js';

describe('an opaque address', () => {
  const seal = new AddressSeal<{ readonly i: number }>();

  it('gives back what it names, to who made it', () => {
    expect(seal.open(seal.seal({ i: 7 }))).toEqual({ i: 7 });
    expect(new AddressSeal().open(seal.seal({ i: 7 }))).toBeNull();
  });

  it('is the same for the same thing, and another one each time when it is to be fresh', () => {
    expect(seal.seal({ i: 7 })).toBe(seal.seal({ i: 7 }));
    expect(seal.seal({ i: 7 })).not.toBe(seal.seal({ i: 8 }));
    expect(seal.seal({ i: 7 }, true)).not.toBe(seal.seal({ i: 7 }, true));
  });

  it.each(['', 'short', 'A'.repeat(80)])('names nothing when it was made up: %p', (address) => {
    expect(seal.open(address)).toBeNull();
  });
});
