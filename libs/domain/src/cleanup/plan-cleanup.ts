import { type Message } from '#libs/messages';

/** Why a VOD is spared for good: by a mark of its own, or by a rule that the operator switched on. */
export const KEEP_RULES = ['protected', 'archived', 'favourite', 'commented', 'muted', 'deleted-at-site'] as const;
export type KeepRule = (typeof KEEP_RULES)[number];

/**
 * What a clean-up knows of a finished VOD. `startedAt` in ms since the Unix epoch; `bytes` of all that it has on
 * storage. `busy`: what is done with it right now, null when nothing is.
 */
export interface CleanupVod {
  readonly uuid: string;
  readonly startedAt: number;
  readonly bytes: number;
  readonly keeps: readonly KeepRule[];
  readonly busy: Message | null;
}

/** What a channel may hold; null: no such limit. */
export interface CleanupLimits {
  readonly vods: number | null;
  readonly bytes: number | null;
  readonly ageMs: number | null;
}
export type CleanupLimit = keyof CleanupLimits;

/**
 * What is deleted, oldest first, and for which limits; `later`: due as well, and in use right now. `unmet`: limits that
 * stay exceeded since what is left is spared.
 */
export interface CleanupPlan {
  readonly goes: readonly { readonly uuid: string; readonly over: readonly CleanupLimit[] }[];
  readonly later: readonly { readonly uuid: string; readonly over: readonly CleanupLimit[]; readonly busy: Message }[];
  readonly unmet: readonly { readonly limit: 'bytes'; readonly have: number; readonly want: number }[];
}

interface Rules {
  readonly limits: CleanupLimits;
  readonly deleteOnlyOne: boolean;
  readonly now: number;
}

/**
 * Which finished VODs of a channel are deleted so that it holds its limits. Exactly `limits.vods` stay, the newest
 * among them; what a rule spares is never deleted and not counted, but its bytes are. For the sake of bytes alone the
 * newest VOD is never deleted: a recording that is larger than its channel may hold is a wrong limit, not a wrong
 * recording. What is in use keeps its turn; no younger one goes in its place.
 * @param vods in any order, none that is still being recorded
 */
export function planCleanup(vods: readonly CleanupVod[], { limits, deleteOnlyOne, now }: Rules): CleanupPlan {
  const oldestFirst = vods.toSorted(byAge);
  const free = oldestFirst.filter((vod) => vod.keeps.length === 0);
  const due = new Map<string, CleanupLimit[]>();
  const mark = (limit: CleanupLimit, marked: readonly CleanupVod[]): void => {
    for (const { uuid } of marked) due.set(uuid, [...(due.get(uuid) ?? []), limit]);
  };
  if (limits.vods !== null) mark('vods', free.slice(0, Math.max(0, free.length - limits.vods)));
  if (limits.ageMs !== null) mark('ageMs', olderThan(free, now - limits.ageMs));
  if (limits.bytes !== null)
    mark('bytes', overBytes({ all: oldestFirst, free, gone: new Set(due.keys()) }, limits.bytes));
  const selected = free.filter(({ uuid }) => due.has(uuid)).map((vod) => ({ vod, over: due.get(vod.uuid) ?? [] }));
  const goes = selected.filter(({ vod }) => vod.busy === null);
  return {
    goes: goes.slice(0, deleteOnlyOne ? 1 : undefined).map(({ vod, over }) => ({ uuid: vod.uuid, over })),
    later: selected.flatMap(({ vod, over }) => (vod.busy === null ? [] : [{ uuid: vod.uuid, over, busy: vod.busy }])),
    unmet: unmetOf(
      oldestFirst.filter(({ uuid }) => !due.has(uuid)),
      limits,
    ),
  };
}

/**
 * Which VODs of all channels are deleted so that storage has room again: the oldest first, never the newest of its
 * channel, never what is spared or in use.
 * @param channels finished VODs of each channel that takes part @param wantedBytes to be freed
 */
export function planFreeing(channels: readonly (readonly CleanupVod[])[], wantedBytes: number): readonly CleanupVod[] {
  const candidates = channels
    .flatMap((vods) => vods.toSorted(byAge).slice(0, -1))
    .filter((vod) => vod.keeps.length === 0 && vod.busy === null)
    .toSorted(byAge);
  const goes: CleanupVod[] = [];
  let freed = 0;
  for (const vod of candidates) {
    if (freed >= wantedBytes) break;
    goes.push(vod);
    freed += vod.bytes;
  }
  return goes;
}

/** Two that began at once: by uuid, so that every run says the same. */
const byAge = (a: CleanupVod, b: CleanupVod): number => a.startedAt - b.startedAt || (a.uuid < b.uuid ? -1 : 1);
const olderThan = (vods: readonly CleanupVod[], at: number): CleanupVod[] => vods.filter((vod) => vod.startedAt < at);
const bytesOf = (vods: readonly CleanupVod[]): number => vods.reduce((sum, vod) => sum + vod.bytes, 0);

interface Held {
  readonly all: readonly CleanupVod[];
  readonly free: readonly CleanupVod[];
  /** Due already, for another limit. */
  readonly gone: ReadonlySet<string>;
}

function overBytes({ all, free, gone }: Held, limit: number): CleanupVod[] {
  let have = bytesOf(all.filter(({ uuid }) => !gone.has(uuid)));
  const newest = all.at(-1)?.uuid;
  const due: CleanupVod[] = [];
  for (const vod of free) {
    if (have <= limit) break;
    if (gone.has(vod.uuid) || vod.uuid === newest) continue;
    due.push(vod);
    have -= vod.bytes;
  }
  return due;
}

function unmetOf(left: readonly CleanupVod[], { bytes }: CleanupLimits): CleanupPlan['unmet'] {
  const have = bytesOf(left);
  return bytes !== null && have > bytes ? [{ limit: 'bytes', have, want: bytes }] : [];
}
