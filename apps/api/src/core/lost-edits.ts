import { MASK } from '#libs/contracts';
import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * A person who typed a form and one who sent another meanwhile: of an edit that is older than this the second one may
 * have known.
 */
const SHORTLY_MS = 10_000;
/** A form that was opened before an edit and sent after it puts back what the edit changed; so long it may lie open. */
const OPEN_MS = 3_600_000;
/** Of a text in an answer; the log has all of it. */
const TOLD = 200;

/**
 * Who edited each field last, and when, ms since the Unix epoch; by its name on the wire. `was`: the hash of what it was
 * before.
 */
export const EditMarks = z.record(z.string(), z.object({ at: z.number(), by: z.string(), was: z.string().optional() }));
export type EditMarks = z.infer<typeof EditMarks>;

/** A field as it was and as it is now, as text; null: empty. */
export interface EditedField {
  readonly name: string;
  readonly was: string | null;
  readonly now: string | null;
  /** Neither value is kept or told. */
  readonly isSecret?: boolean;
}

/**
 * One edit. `by`: see {@link editorOf}; `sentAt` when its request came in, `at` when it is applied; `isForm`: all fields
 * of a form are sent, changed or not.
 */
export interface EditMark {
  readonly by: string;
  readonly sentAt: number;
  readonly at: number;
  readonly isForm?: boolean;
}

/**
 * Notes when fields were edited and by whom, and finds those that take away what another edit had set. Without a version
 * nobody can tell whether who sends it has seen that, so it is told and nothing is refused (v0 has no version). An editor
 * knows of their own that were answered before they sent this one; but a form that puts a field back to what it was
 * before the last edit was opened before it, whoever sends it.
 * @param fields all that were sent, also those that stay as they are
 */
export function takenAway(
  before: EditMarks,
  fields: readonly EditedField[],
  { by, sentAt, at, isForm = false }: EditMark,
): { readonly marks: EditMarks; readonly lost: EditedField[] } {
  const changed = fields.filter(({ was, now }) => was !== now);
  const recent = Object.fromEntries(Object.entries(before).filter(([, mark]) => at - mark.at < OPEN_MS));
  const isLost = ({ name, now }: EditedField): boolean => {
    const mark = Object.hasOwn(recent, name) ? recent[name] : undefined;
    if (mark === undefined) return false;
    const isUnseen = at - mark.at < SHORTLY_MS && (mark.by !== by || mark.at > sentAt);
    return isUnseen || (isForm && mark.was === hashOf(now));
  };
  const fresh = changed.map(
    ({ name, was, isSecret }) => [name, { at, by, ...(isSecret === true ? {} : { was: hashOf(was) }) }] as const,
  );
  return { marks: { ...recent, ...Object.fromEntries(fresh) }, lost: changed.filter(isLost) };
}

/**
 * Who edits something, as its row may keep it: their login, or without one their address. It leads back to neither, as
 * rows go to storage with the manifests.
 */
export const editorOf = (what: string, { session, ip }: { readonly session: string | null; readonly ip: string }) =>
  hashOf(`${what} ${session ?? ip}`);

/** All that is kept of a value. */
const hashOf = (text: string | null): string =>
  createHash('sha256')
    .update(text ?? '')
    .digest('hex')
    .slice(0, 12);

/** `comment 'mine', stream_number '4'` */
export const lostText = (lost: readonly EditedField[], most = TOLD): string =>
  lost.map(({ name, was, isSecret }) => `${name} '${isSecret === true ? MASK : cut(was ?? '', most)}'`).join(', ');

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}...` : text);
