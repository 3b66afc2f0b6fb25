import { type listVods, type Vod, type VodState } from '#libs/contracts';
import { type z } from 'zod';

/** Filters of a VOD list; an absent one does not apply. */
export interface VodQuestion {
  readonly channel?: string;
  readonly states?: readonly VodState[];
  readonly searchText?: string;
  readonly archived?: boolean;
}
/**
 * VODs, newest first. `more`: the server has older ones. `of` holds the filters, so that a pushed change finds the
 * lists it belongs to.
 */
export interface VodList {
  readonly of: VodQuestion;
  readonly vods: readonly Vod[];
  readonly more: boolean;
}
type Query = Readonly<Record<keyof Partial<z.input<(typeof listVods)['query']>>, string>>;

/** The filters as query parameters of the route. */
export function queryOf({ channel, states, searchText, archived }: VodQuestion): Partial<Query> {
  return {
    ...(channel === undefined ? {} : { channel }),
    ...(states === undefined ? {} : { state: states.join(',') }),
    ...(searchText === undefined ? {} : { q: searchText }),
    ...(archived === true ? { archived: '1' } : {}),
  };
}

/** @returns null if only the server can decide, because it knows the rules of text search */
function belongs({ channel, states, searchText, archived = false }: VodQuestion, vod: Vod): boolean | null {
  if (channel !== undefined && channel !== vod.channel_uuid) return false;
  if (archived !== (vod.archived_at !== null)) return false;
  if (states !== undefined && !states.includes(vod.state)) return false;
  return searchText === undefined ? true : null;
}

const startOf = (vod: Vod): number => Date.parse(vod.started_at);
const newestFirst = (a: Vod, b: Vod): number => startOf(b) - startOf(a);

/** Adds or replaces a VOD in a list. Returns the same list if the VOD does not belong to it. */
export function putInList(list: VodList, vod: Vod): VodList {
  const known = list.vods.some((v) => v.uuid === vod.uuid);
  const mine = belongs(list.of, vod) ?? known;
  if (!mine) return known ? dropFromList(list, vod.uuid) : list;
  if (known) return { ...list, vods: list.vods.map((v) => (v.uuid === vod.uuid ? vod : v)).sort(newestFirst) };
  const last = list.vods.at(-1);
  const isBelow = last !== undefined && startOf(vod) < startOf(last);
  // Older than the loaded range: it appears when that range is loaded.
  return isBelow && list.more ? list : { ...list, vods: [...list.vods, vod].sort(newestFirst) };
}

export function dropFromList(list: VodList, uuid: string): VodList {
  return list.vods.some((v) => v.uuid === uuid) ? { ...list, vods: list.vods.filter((v) => v.uuid !== uuid) } : list;
}

/** @param limit number of requested VODs; a shorter answer means that there are no more */
export function appendToList(list: VodList, older: readonly Vod[], limit: number): VodList {
  const known = new Set(list.vods.map((v) => v.uuid));
  return {
    ...list,
    vods: [...list.vods, ...older.filter((v) => !known.has(v.uuid))].sort(newestFirst),
    more: older.length >= limit,
  };
}
