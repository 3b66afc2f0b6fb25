import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type VodEntity } from './vod.entity.js';

/**
 * A person who typed a form and one who sent another meanwhile: of an edit that is older than this the second one may
 * have known.
 */
const SHORTLY_MS = 10_000;
/** Of a text in an answer; the log has all of it. */
const TOLD = 200;

/** Who edited each field last, and when, ms since the Unix epoch; by its name on the wire. */
const Marks = z.record(z.string(), z.object({ at: z.number(), by: z.string() }));
/** A field as it was and as it is now, as text; null: empty. */
export interface EditedField {
  readonly name: string;
  readonly was: string | null;
  readonly now: string | null;
}

/** One edit. `by`: see {@link editorOf}; `sentAt` when its request came in, `at` when it is applied. */
export interface EditMark {
  readonly by: string;
  readonly sentAt: number;
  readonly at: number;
}

/**
 * Notes on the row when its fields were edited and by whom, and finds those that take away what another edit set
 * shortly before. Without a version nobody can tell whether who sends it has seen that, so it is told and nothing is
 * refused (v0 has no version). An editor knows of their own that were answered before they sent this one.
 */
export function noteEdits(
  vod: Pick<VodEntity, 'facts'>,
  fields: readonly EditedField[],
  { by, sentAt, at }: EditMark,
): EditedField[] {
  const before = Marks.safeParse(vod.facts['edited']).data ?? {};
  const changed = fields.filter(({ was, now }) => was !== now);
  const recent = Object.entries(before).filter(([, mark]) => at - mark.at < SHORTLY_MS);
  vod.facts = {
    ...vod.facts,
    edited: { ...Object.fromEntries(recent), ...Object.fromEntries(changed.map(({ name }) => [name, { at, by }])) },
  };
  const unseen = new Set(recent.filter(([, mark]) => mark.by !== by || mark.at > sentAt).map(([name]) => name));
  return changed.filter(({ name }) => unseen.has(name));
}

/**
 * Who edits a VOD, as its row may keep it: their login, or without one their address. It leads back to neither, as rows
 * go to storage with the manifests.
 */
export const editorOf = (vodUuid: string, { session, ip }: { readonly session: string | null; readonly ip: string }) =>
  createHash('sha256')
    .update(`${vodUuid} ${session ?? ip}`)
    .digest('hex')
    .slice(0, 12);

/** `comment 'mine', stream_number '4'` */
export const lostText = (lost: readonly EditedField[], most = TOLD): string =>
  lost.map(({ name, was }) => `${name} '${cut(was ?? '', most)}'`).join(', ');

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}...` : text);
