import { type Message } from '#libs/messages';

/** Rules that protect a VOD from deletion: a mark on the VOD itself, or a rule that the operator enabled. */
export const KEEP_RULES = ['protected', 'archived', 'favourite', 'commented', 'muted', 'deleted-at-site'] as const;
export type KeepRule = (typeof KEEP_RULES)[number];

/**
 * A finished VOD, as the clean-up needs it. `startedAt`: ms since the Unix epoch; `bytes`: everything that it stores;
 * `busy`: the operation that uses it now, or null.
 */
export interface CleanupVod {
  readonly uuid: string;
  readonly startedAt: number;
  readonly bytes: number;
  readonly keeps: readonly KeepRule[];
  readonly busy: Message | null;
}

/** Limits of a channel; null: no such limit. */
export interface CleanupLimits {
  readonly vods: number | null;
  readonly bytes: number | null;
  readonly ageMs: number | null;
}
export type CleanupLimit = keyof CleanupLimits;

/**
 * `goes`: VODs to delete, oldest first, and the exceeded limits; `later`: due too, but in use. `unmet`: limits that
 * stay exceeded because the remaining VODs are protected.
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
 * Plans which finished VODs of a channel to delete so that it stays within its limits. Exactly the newest `limits.vods`
 * remain. A protected VOD is never deleted and does not count as a VOD, but its bytes count. The newest VOD is never
 * deleted because of bytes alone: if one recording exceeds the limit of its channel, the limit is wrong and not the
 * recording. A VOD in use remains due; no newer one is deleted instead.
 * @param vods in any order, none that is still being recorded
 */
export function planCleanup(vods: readonly CleanupVod[], { limits, deleteOnlyOne, now }: Rules): CleanupPlan {
  const oldestFirst = vods.toSorted(byAge);
  const free = oldestFirst.filter((vod) => vod.keeps.length === 0);
  const due = new Map<string, CleanupLimit[]>();
  const markDue = (limit: CleanupLimit, marked: readonly CleanupVod[]): void => {
    for (const { uuid } of marked) due.set(uuid, [...(due.get(uuid) ?? []), limit]);
  };
  if (limits.vods !== null) markDue('vods', free.slice(0, Math.max(0, free.length - limits.vods)));
  if (limits.ageMs !== null) markDue('ageMs', olderThan(free, now - limits.ageMs));
  if (limits.bytes !== null)
    markDue('bytes', overBytes({ all: oldestFirst, free, alreadyDue: new Set(due.keys()) }, limits.bytes));
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
 * Plans which VODs of all channels to delete to free storage: the oldest first, but never the newest of a channel and
 * never one that is protected or in use.
 * @param channels finished VODs of each participating channel
 * @param wantedBytes number of bytes to free
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

/** VODs that started at the same time are sorted by uuid, so that every run gives the same result. */
const byAge = (a: CleanupVod, b: CleanupVod): number => a.startedAt - b.startedAt || (a.uuid < b.uuid ? -1 : 1);
const olderThan = (vods: readonly CleanupVod[], at: number): CleanupVod[] => vods.filter((vod) => vod.startedAt < at);
const bytesOf = (vods: readonly CleanupVod[]): number => vods.reduce((sum, vod) => sum + vod.bytes, 0);

interface SizeCandidates {
  readonly all: readonly CleanupVod[];
  readonly free: readonly CleanupVod[];
  /** Uuids of VODs that are due because of another limit. */
  readonly alreadyDue: ReadonlySet<string>;
}

function overBytes({ all, free, alreadyDue }: SizeCandidates, limit: number): CleanupVod[] {
  let have = bytesOf(all.filter(({ uuid }) => !alreadyDue.has(uuid)));
  const newest = all.at(-1)?.uuid;
  const due: CleanupVod[] = [];
  for (const vod of free) {
    if (have <= limit) break;
    if (alreadyDue.has(vod.uuid) || vod.uuid === newest) continue;
    due.push(vod);
    have -= vod.bytes;
  }
  return due;
}

function unmetOf(left: readonly CleanupVod[], { bytes }: CleanupLimits): CleanupPlan['unmet'] {
  const have = bytesOf(left);
  return bytes !== null && have > bytes ? [{ limit: 'bytes', have, want: bytes }] : [];
}
