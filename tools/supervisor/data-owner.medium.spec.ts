import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { requireOwner } from './data-owner.js';

let dir: ReturnType<typeof tempDir>;
let uid: number;
beforeEach(() => {
  dir = tempDir('data-owner');
  ({ uid } = lstatSync(dir.path));
});
afterEach(() => {
  dir.remove();
});

const OTHER_UID = 54_321;
const make = (path: string): void => {
  mkdirSync(join(dir.path, path, '..'), { recursive: true });
  writeFileSync(join(dir.path, path), '');
};

describe('a data folder that another user wrote to', () => {
  it.each(['postgres-18/PG_VERSION', 'log/api.log', '.lock', 'secret.key'])(
    'is refused with the command that gives it back: %s',
    (path) => {
      make(path);
      requireOwner(dir.path, uid);
      expect(() => {
        requireOwner(dir.path, OTHER_UID);
      }).toThrow(
        new RegExp(
          `belongs to another user, as after a start as root.*chown -R ${userInfo().username}: '${dir.path}'$`,
        ),
      );
    },
  );

  it('is accepted if only the media belong to another user, or if root starts', () => {
    make('storage/library/a.mp4');
    requireOwner(dir.path, OTHER_UID);
    make('log/api.log');
    requireOwner(dir.path, null);
  });
});
