import { type Tx } from './tx.js';

/** Things that are edited as a whole and have no row that could count their edits. */
type VersionedSet = 'settings' | 'favourites';

/** Number of edits so far. */
export async function editVersion(what: VersionedSet, tx: Tx): Promise<number> {
  const rows = await tx.query<{ version: number }[]>('SELECT version FROM edit_version WHERE what = $1', [what]);
  return rows[0]?.version ?? 0;
}

/**
 * Counts an edit. Other edits of the same thing wait until the transaction ends.
 * @returns the version before the edit
 */
export async function raiseEditVersion(what: VersionedSet, tx: Tx): Promise<number> {
  const rows = await tx.query<[{ version: number }]>(
    'INSERT INTO edit_version (what, version) VALUES ($1, 1) ON CONFLICT (what) DO UPDATE SET version = edit_version.version + 1 RETURNING version',
    [what],
  );
  return rows[0].version - 1;
}
