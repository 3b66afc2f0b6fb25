import { type Tx } from './tx.js';

/** What is edited as a whole and has no row of its own that could count its edits. */
type Edited = 'settings' | 'favourites';

/** How often it was edited. */
export async function editVersion(what: Edited, tx: Tx): Promise<number> {
  const rows = await tx.query<{ version: number }[]>('SELECT version FROM edit_version WHERE what = $1', [what]);
  return rows[0]?.version ?? 0;
}

/**
 * Counts an edit; other edits of the same wait until the transaction is through.
 * @returns the version before it
 */
export async function raiseEditVersion(what: Edited, tx: Tx): Promise<number> {
  const rows = await tx.query<[{ version: number }]>(
    'INSERT INTO edit_version (what, version) VALUES ($1, 1) ON CONFLICT (what) DO UPDATE SET version = edit_version.version + 1 RETURNING version',
    [what],
  );
  return rows[0].version - 1;
}
