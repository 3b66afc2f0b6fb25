import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BugError } from '#libs/errors';

/** The repository's folder, both from source (jest) and from dist/. */
export function repositoryRoot(from: string = import.meta.dirname): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new BugError('no-repository', `No package.json above ${import.meta.dirname}`);
  return repositoryRoot(parent);
}
