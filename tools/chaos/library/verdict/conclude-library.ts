import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { OutsideError, untranslated } from '#libs/errors';
import { openStorage } from '#libs/storage';
import { GivenUp, until } from '../../../common/until.js';
import { type Env, settingsOf } from '../../verdict/stored-files.js';
import type { OperationEnvironment } from '../operation.js';
import type { LibraryDb } from '../library-db.js';
import { digestOf } from '../seed.js';
import { judgeLibrary, type StoredLibrary } from './judge-library.js';

/** The library applies changed names within one minute. */
const SETTLE_LIMIT_MS = 120_000;

/** Checks that the api serves the complete file of each VOD of a channel. @throws OutsideError `wrong` */
export async function concludeMedia({ api, db, channelUuid, digest, signal }: OperationEnvironment): Promise<void> {
  for (const { uuid, basename } of await db.vodsOf(channelUuid)) {
    await until(`${basename} has its complete file`, { signal, limitMs: SETTLE_LIMIT_MS }, async () => {
      const { files } = await api.vod(uuid);
      const answer = await fetch(`${api.url}${files[0]?.url ?? ''}`);
      const body = Buffer.from(await answer.arrayBuffer());
      if (answer.status !== 200)
        throw new OutsideError(untranslated('wrong', `${basename} answers ${String(answer.status)}`));
      if (digestOf(body) !== digest) throw new GivenUp(`${basename} has another file: ${String(body.length)} bytes`);
      return true;
    });
  }
}

interface LibraryCheck {
  readonly db: LibraryDb;
  readonly env: Env;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/**
 * Waits until storage and library match the rows of the database.
 * @throws OutsideError `never`: with the differences
 */
export async function concludeLibrary({ db, env, signal, say }: LibraryCheck): Promise<void> {
  const { rows, stored } = await until(
    'the library matches its rows',
    { signal, limitMs: SETTLE_LIMIT_MS },
    async () => {
      const found = { rows: await db.rows(), stored: await storedLibrary(env) };
      const wrong = judgeLibrary(found.rows, found.stored);
      if (wrong.length > 0) throw new OutsideError(untranslated('wrong', wrong.join('; ')));
      return found;
    },
  );
  say(
    `whole: ${String(rows.vods.length)} VODs, ${String(rows.files.length)} files, ${String(stored.objects.size)} objects, ${stored.library === null ? 'no library' : `${String(stored.library.size)} names in the library`}; everything has an owner`,
  );
}

/** All objects on the storage of an installation. */
async function storedLibrary(env: Env): Promise<StoredLibrary> {
  const settings = settingsOf(env);
  const storage = await openStorage(settings);
  try {
    const objects = new Map<string, number>();
    for await (const { key, sizeBytes } of storage.list('')) objects.set(key, sizeBytes);
    return { objects, library: settings.kind === 'file' ? await libraryOf(settings.rootDir, objects.keys()) : null };
  } finally {
    await storage.close();
  }
}

/** The object of each file in the library: both are hard links to the same file. */
async function libraryOf(root: string, keys: Iterable<string>): Promise<Map<string, string | null>> {
  const keyOf = new Map<number, string>();
  for (const key of keys) keyOf.set((await stat(join(root, 'store', key))).ino, key);
  const found = new Map<string, string | null>();
  const library = join(root, 'library');
  for (const entry of await readdir(library, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    found.set(relative(library, file), keyOf.get((await stat(file)).ino) ?? null);
  }
  return found;
}
