import { afterAll, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGitState } from './git-state.js';

const dir = tempDir('git-state');
const HASH = 'a'.repeat(40);
const deep = join(dir.path, 'apps/api');
mkdirSync(join(dir.path, '.git/refs/heads'), { recursive: true });
mkdirSync(deep, { recursive: true });
const put = (file: string, text: string): void => {
  writeFileSync(join(dir.path, '.git', file), text);
};
afterAll(() => {
  dir.remove();
});

it('reads branch and commit of its working copy', () => {
  put('HEAD', 'ref: refs/heads/main\n');
  put('refs/heads/main', `${HASH}\n`);
  expect(readGitState(deep)).toEqual({ hash: HASH, branch: 'main' });
});
it('finds a branch in packed-refs', () => {
  put('HEAD', 'ref: refs/heads/other\n');
  put('packed-refs', `# pack-refs with: peeled\n${'b'.repeat(40)} refs/heads/another\n${HASH} refs/heads/other\n`);
  expect(readGitState(deep)).toEqual({ hash: HASH, branch: 'other' });
});
it('reads a commit without a branch (detached HEAD)', () => {
  put('HEAD', `${HASH}\n`);
  expect(readGitState(deep)).toEqual({ hash: HASH, branch: '' });
});
