import { describe, expect, it } from '@jest/globals';
import { isNewEnough, versionOf } from './install-tools.mjs';

describe('nats-server on PATH', () => {
  it('is refused in the version of Debian 12', () => {
    expect(isNewEnough(versionOf('nats-server: v2.9.10\n'))).toBe(false);
  });
  it('is accepted from 2.11 on', () => {
    expect(['v2.11.0', 'v2.15.1', 'v3.0.0'].map((text) => isNewEnough(versionOf(text)))).toEqual([true, true, true]);
  });
  it('is refused without a version', () => {
    expect(isNewEnough(versionOf('oops'))).toBe(false);
  });
});
