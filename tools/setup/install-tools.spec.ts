import { describe, expect, it } from '@jest/globals';
import { isNewEnough, versionOf } from './install-tools.mjs';

describe('nats-server on PATH', () => {
  it('is refused at the version Debian 12 brings', () => {
    expect(isNewEnough(versionOf('nats-server: v2.9.10\n'))).toBe(false);
  });
  it('is taken from 2.11 on', () => {
    expect(['v2.11.0', 'v2.15.1', 'v3.0.0'].map((text) => isNewEnough(versionOf(text)))).toEqual([true, true, true]);
  });
  it('is refused when it does not say what it is', () => {
    expect(isNewEnough(versionOf('oops'))).toBe(false);
  });
});
