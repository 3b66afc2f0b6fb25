import { Injectable, Logger } from '@nestjs/common';
import { type Tx } from '../db/tx.js';
import { EditMarks, type EditedField, editorOf, lostText, takenAway } from './lost-edits.js';

/** Who edits, as the door knows them; `sentAt` when the request came in, ms since the Unix epoch. */
export interface Editor {
  readonly session: string | null;
  readonly ip: string;
  readonly sentAt: number;
}

/** What was edited lately of things whose rows have no place for it. */
@Injectable()
export class RecentEdits {
  private readonly log = new Logger('edit');

  /** Nobody else edits this until the transaction is through; to be called before it is read what there is. */
  async lock(scope: string, tx: Tx): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`edit ${scope}`]);
  }

  /**
   * Notes an edit, and finds what it takes away of another one.
   * @param scope what is edited: `settings`, `channel <uuid>` ...
   * @param fields all that were sent
   */
  async note(
    scope: string,
    fields: readonly EditedField[],
    { editor, tx, isForm = false }: { readonly editor: Editor; readonly tx: Tx; readonly isForm?: boolean },
  ): Promise<EditedField[]> {
    const at = Date.now();
    const rows = await tx.query<{ marks: unknown }[]>('SELECT marks FROM edit_mark WHERE scope = $1', [scope]);
    const before = EditMarks.safeParse(rows[0]?.marks).data ?? {};
    const mark = { by: editorOf(scope, editor), sentAt: editor.sentAt, at, isForm };
    const { marks, lost } = takenAway(before, fields, mark);
    await tx.query(
      'INSERT INTO edit_mark (scope, marks, at) VALUES ($1, $2, $3) ON CONFLICT (scope) DO UPDATE SET marks = excluded.marks, at = excluded.at',
      [scope, JSON.stringify(marks), new Date(at)],
    );
    // What another one holds it writes anew: to wait for it could be for ever.
    await tx.query(
      "DELETE FROM edit_mark WHERE scope IN (SELECT scope FROM edit_mark WHERE at < now() - interval '1 hour' FOR UPDATE SKIP LOCKED)",
    );
    if (lost.length > 0)
      this.log.warn(`${scope}: an edit took away what another had just set: ${lostText(lost, Infinity)}`);
    return lost;
  }
}
