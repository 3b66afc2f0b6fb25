import { randomUUID } from 'node:crypto';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

const exists = (at: string): Promise<boolean> =>
  access(at).then(
    () => true,
    () => false,
  );

/**
 * A folder that is made once. It is filled under another name and then renamed, so that a half-made one is never taken
 * for whole; when two processes make it at once the second one uses what the first left.
 */
export async function cachedFolder(at: string, fill: (folder: string) => Promise<void>): Promise<string> {
  if (await exists(at)) return at;
  const work = `${at}.${randomUUID()}.part`;
  await mkdir(work, { recursive: true });
  try {
    await fill(work);
    await rename(work, at).catch(async (failure: unknown) => {
      if (!(await exists(at))) throw failure;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return at;
}

/** The repository's folder, from the sources as well as from dist. */
export async function repositoryRoot(): Promise<string> {
  let at = import.meta.dirname;
  while (!(await exists(path.join(at, 'package.json')))) at = path.dirname(at);
  return at;
}
