import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { checkClone, explainAccess } from './clone-access.mjs';
import { asRoot, isWritableFolder, ROOT } from './paths.mjs';

let dir: ReturnType<typeof tempDir>;
beforeEach(() => {
  dir = tempDir('clone-access');
});
afterEach(() => {
  dir.remove();
});

describe('a clone that was started as root', () => {
  it.each(['.tools', 'dist/libs'])('is refused with the command that gives it back (%s)', (name) => {
    mkdirSync(join(dir.path, name), { recursive: true });
    checkClone(dir.path);
    const closed = join(dir.path, name);
    expect(() => {
      checkClone(dir.path, (path) => path !== closed);
    }).toThrow(new RegExp(`^${closed} can't be written: .* chown -R ${userInfo().username}: '${dir.path}'$`));
  });

  it('is explained also where only one file in it is refused', () => {
    const fault = Object.assign(new Error('EACCES'), { code: 'EACCES', path: join(ROOT, 'dist/tools/x.js') });
    expect(explainAccess(fault)).toMatchObject({ name: 'SetupFault', message: expect.stringContaining('chown -R') });
    const other = Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/elsewhere' });
    expect(explainAccess(other)).toBe(other);
  });
});

it('says that the disk is full', () => {
  expect(explainAccess(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))).toMatchObject({
    name: 'SetupFault',
    message: expect.stringMatching(/^The disk of .* is full/),
  });
});

it('names sudo only where it is installed', () => {
  expect(asRoot(['a', 'b'], null)).toBe('Run this as root: a && b');
  expect(asRoot(['a', 'b'], '/usr/bin/sudo')).toBe('Run this: sudo a && sudo b');
});

it('counts a folder that can be made as writable', () => {
  expect(isWritableFolder(join(dir.path, 'new/deep'))).toBe(true);
  expect(isWritableFolder('/dev/null/home')).toBe(false);
});
