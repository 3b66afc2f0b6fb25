import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Commit and branch of the working copy that contains the build; empty if there is none, as in a container image.
 * Source: git-scm.com, gitrepository-layout.
 */
export function readGitState(from: string): { readonly hash: string; readonly branch: string } {
  for (let dir = from; dir !== dirname(dir); dir = dirname(dir)) {
    const head = readText(join(dir, '.git/HEAD'));
    if (head !== null)
      return stateOf(
        head,
        (ref) => readText(join(dir, '.git', ref)) ?? packedCommit(readText(join(dir, '.git/packed-refs')), ref),
      );
  }
  return { hash: '', branch: '' };
}

function stateOf(
  head: string,
  read: (ref: string) => string | null,
): { readonly hash: string; readonly branch: string } {
  const ref = /^ref: (refs\/heads\/(\S+))$/.exec(head);
  return ref ? { hash: read(ref[1] ?? '') ?? '', branch: ref[2] ?? '' } : { hash: head, branch: '' };
}

const packedCommit = (refs: string | null, ref: string): string | null =>
  (refs ?? '')
    .split('\n')
    .find((line) => line.endsWith(` ${ref}`))
    ?.split(' ')[0] ?? null;

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
