import { randomUUID } from 'node:crypto';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

const exists = (at: string): Promise<boolean> =>
  access(at).then(
    () => true,
    () => false,
  );

/**
 * A folder that is created once. It is filled under a temporary name and then renamed, so that an incomplete folder is
 * never used. If two processes create it at once, the second one uses the first one's result.
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

/** The repository's folder, both from the sources and from dist. */
export async function repositoryRoot(): Promise<string> {
  let at = import.meta.dirname;
  while (!(await exists(path.join(at, 'package.json')))) at = path.dirname(at);
  return at;
}
