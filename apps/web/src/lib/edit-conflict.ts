import { UserError } from '#libs/errors';
import { type z } from 'zod';

/** The values of a form as they were loaded, with the version that the server returned. */
export interface Edited<V> {
  readonly values: V;
  readonly version: number;
}

/** A field that another edit changed since the form was opened, and that this edit sets to a different value. */
export interface FieldConflict<V> {
  readonly field: keyof V & string;
  readonly theirs: V[keyof V];
  readonly mine: V[keyof V];
}

interface Saving<V, A> {
  readonly opened: Edited<V>;
  readonly wanted: V;
  /** Sends the values that differ from `base`, with the version of `base`. */
  readonly send: (wanted: V, base: Edited<V>) => Promise<A>;
  /** The current values, from the refusal of a stale edit; undefined: the edit failed for another reason. */
  readonly currentOf: (thrown: unknown) => Edited<V> | undefined;
  /** Asks which edit applies; null: no decision, the form stays as it is. */
  readonly chooseEdit: (conflicts: readonly FieldConflict<V>[]) => Promise<'mine' | 'theirs' | null>;
}

/** `same`: the other edit's values were chosen, and nothing was left to send. */
export type Saved<V, A> =
  | { readonly outcome: 'saved'; readonly answer: A }
  | { readonly outcome: 'same'; readonly current: Edited<V> }
  | { readonly outcome: 'open' };

/**
 * The current values from the refusal of a stale edit; undefined: the edit was refused for another reason, or failed.
 */
export const conflictOf = <C extends z.ZodType>(
  _route: { readonly conflict: C },
  thrown: unknown,
): z.infer<C> | undefined =>
  thrown instanceof UserError && thrown.code === 'edit-conflict' ? (thrown.answer as z.infer<C>) : undefined;

/**
 * Saves an edit. If another edit was saved since the form was opened, changes of different fields are merged without a
 * question. If both changed the same field, the user decides.
 */
export async function saveEdit<V extends object, A>({
  opened,
  wanted,
  send,
  currentOf,
  chooseEdit,
}: Saving<V, A>): Promise<Saved<V, A>> {
  for (let [base, mine] = [opened, wanted]; ;) {
    let current: Edited<V> | undefined;
    try {
      return { outcome: 'saved', answer: await send(mine, base) };
    } catch (thrown) {
      current = currentOf(thrown);
      if (current === undefined) throw thrown;
    }
    const conflicts = conflictsOf(mine, base.values, current.values);
    const choice = conflicts.length === 0 ? 'mine' : await chooseEdit(conflicts);
    if (choice === null) return { outcome: 'open' };
    const given = choice === 'mine' ? [] : conflicts.map(({ field }) => field);
    mine = merged(mine, { base: base.values, theirs: current.values, given });
    base = current;
    if (isSame(mine, base.values)) return { outcome: 'same', current };
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const fieldsOf = <V extends object>(values: V): (keyof V & string)[] => Object.keys(values) as (keyof V & string)[];

const conflictsOf = <V extends object>(mine: V, base: V, theirs: V): FieldConflict<V>[] =>
  fieldsOf(mine)
    .filter(
      (field) =>
        !isSame(mine[field], base[field]) && !isSame(theirs[field], base[field]) && !isSame(mine[field], theirs[field]),
    )
    .map((field) => ({ field, theirs: theirs[field], mine: mine[field] }));

/** The other edit's values with this edit's changes, except the fields in `given`. */
function merged<V extends object>(
  mine: V,
  { base, theirs, given }: { readonly base: V; readonly theirs: V; readonly given: readonly string[] },
): V {
  const retained = fieldsOf(mine).filter((field) => !isSame(mine[field], base[field]) && !given.includes(field));
  return { ...theirs, ...Object.fromEntries(retained.map((field) => [field, mine[field]])) };
}
