import { z } from 'zod';
import { type VodEntity } from './vod.entity.js';

/**
 * A person who typed a form and one who sent another meanwhile: of an edit that is older than this the second one may
 * have known.
 */
const SHORTLY_MS = 10_000;
/** Of a text in an answer; the log has all of it. */
const TOLD = 200;

/** When each field was edited last, ms since the Unix epoch, by its name on the wire. */
const Times = z.record(z.string(), z.number());
/** A field as it was and as it is now, as text; null: empty. */
export interface EditedField {
  readonly name: string;
  readonly was: string | null;
  readonly now: string | null;
}

/**
 * Notes on the row when its fields were edited, and finds those that take away what another edit set shortly before.
 * Without a version nobody can tell whether who sends it has seen that, so it is told and nothing is refused (v0 has no
 * version).
 */
export function noteEdits(vod: VodEntity, fields: readonly EditedField[], at: number): EditedField[] {
  const before = Times.safeParse(vod.facts['edited']).data ?? {};
  const changed = fields.filter(({ was, now }) => was !== now);
  const recent = Object.entries(before).filter(([, when]) => at - when < SHORTLY_MS);
  vod.facts = {
    ...vod.facts,
    edited: { ...Object.fromEntries(recent), ...Object.fromEntries(changed.map(({ name }) => [name, at])) },
  };
  const shortly = new Set(recent.map(([name]) => name));
  return changed.filter(({ name }) => shortly.has(name));
}

/** `comment 'mine', stream_number '4'` */
export const lostText = (lost: readonly EditedField[], most = TOLD): string =>
  lost.map(({ name, was }) => `${name} '${cut(was ?? '', most)}'`).join(', ');

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}...` : text);
