import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { demandOwner } from './data-owner.js';

let dir: ReturnType<typeof tempDir>;
let uid: number;
beforeEach(() => {
  dir = tempDir('data-owner');
  ({ uid } = lstatSync(dir.path));
});
afterEach(() => {
  dir.remove();
});

const ANOTHER = 54_321;
const make = (path: string): void => {
  mkdirSync(join(dir.path, path, '..'), { recursive: true });
  writeFileSync(join(dir.path, path), '');
};

describe('a data folder that another user wrote to', () => {
  it.each(['postgres-18/PG_VERSION', 'log/api.log', '.lock', 'secret.key'])(
    'is refused with the command that gives it back: %s',
    (path) => {
      make(path);
      demandOwner(dir.path, uid);
      expect(() => {
        demandOwner(dir.path, ANOTHER);
      }).toThrow(
        new RegExp(
          `belongs to another user, as after a start as root.*chown -R ${userInfo().username}: '${dir.path}'$`,
        ),
      );
    },
  );

  it('is no hindrance where it holds only media, or where root starts', () => {
    make('storage/library/a.mp4');
    demandOwner(dir.path, ANOTHER);
    make('log/api.log');
    demandOwner(dir.path, null);
  });
});
