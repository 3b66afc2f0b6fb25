import { describe, expect, it } from '@jest/globals';
import { differing } from './node-modules.mjs';

describe('differing', () => {
  const wanted = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/mac-only': { version: '1.0.0', optional: true },
  };
  it('ignores missing binaries of other systems', () => {
    expect(differing(wanted, { 'node_modules/a': { version: '1.0.0' } })).toEqual([]);
  });
  it('reports a missing package', () => {
    expect(differing(wanted, {})).toEqual(['node_modules/a']);
  });
  it('reports a package of another version', () => {
    expect(differing(wanted, { 'node_modules/a': { version: '1.0.1' } })).toEqual(['node_modules/a']);
  });
  it('reports a missing binary of this machine, which npm leaves out on an old Node', () => {
    const binary = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
    const wantedHere = {
      'node_modules/gnu': { ...binary, libc: ['glibc'] },
      'node_modules/musl': { ...binary, libc: ['musl'] },
      'node_modules/other': { ...binary, cpu: ['mips'] },
    };
    expect(differing(wantedHere, {})).toEqual(['node_modules/gnu']);
  });
});
