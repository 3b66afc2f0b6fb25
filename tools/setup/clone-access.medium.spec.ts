import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { checkClone } from './clone-access.mjs';
import { asRoot, chownToMe, isWritableFolder } from './paths.mjs';

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
});

it('names sudo only if it is installed', () => {
  expect(asRoot(['a', 'b'], null)).toBe('Run this as root: a && b');
  expect(asRoot(['a', 'b'], '/usr/bin/sudo')).toBe('Run this: sudo a && sudo b');
});

it('quotes the path for the shell', () => {
  expect(chownToMe("/home/o'neill/v")).toMatch(/: '\/home\/o'\\''neill\/v'$/);
});

it('counts a folder that can be created as writable', () => {
  expect(isWritableFolder(join(dir.path, 'new/deep'))).toBe(true);
  expect(isWritableFolder('/dev/null/home')).toBe(false);
});
