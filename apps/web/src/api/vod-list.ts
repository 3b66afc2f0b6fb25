import { type listVods, type Vod, type VodState } from '#libs/contracts';
import { type z } from 'zod';

/** Which VODs a list is about; what is not given does not matter. */
export interface VodQuestion {
  readonly channel?: string;
  readonly states?: readonly VodState[];
  readonly searchText?: string;
  readonly archived?: boolean;
}
/**
 * Newest first. `more`: the server has older ones. It carries its question, so that what the socket tells finds the
 * lists it belongs to.
 */
export interface VodList {
  readonly of: VodQuestion;
  readonly vods: readonly Vod[];
  readonly more: boolean;
}
type Query = Readonly<Record<keyof Partial<z.input<(typeof listVods)['query']>>, string>>;

/** As the route reads it. */
export function queryOf({ channel, states, searchText, archived }: VodQuestion): Partial<Query> {
  return {
    ...(channel === undefined ? {} : { channel }),
    ...(states === undefined ? {} : { state: states.join(',') }),
    ...(searchText === undefined ? {} : { q: searchText }),
    ...(archived === true ? { archived: '1' } : {}),
  };
}

/** Null: only the server can tell, since it knows how words are found. */
function belongs({ channel, states, searchText, archived = false }: VodQuestion, vod: Vod): boolean | null {
  if (channel !== undefined && channel !== vod.channel_uuid) return false;
  if (archived !== (vod.archived_at !== null)) return false;
  if (states !== undefined && !states.includes(vod.state)) return false;
  return searchText === undefined ? true : null;
}

const startOf = (vod: Vod): number => Date.parse(vod.started_at);
const newestFirst = (a: Vod, b: Vod): number => startOf(b) - startOf(a);

/** What a list becomes when a VOD is new or has changed. The same list where that is none of its business. */
export function putInList(list: VodList, vod: Vod): VodList {
  const known = list.vods.some((v) => v.uuid === vod.uuid);
  const mine = belongs(list.of, vod) ?? known;
  if (!mine) return known ? dropFromList(list, vod.uuid) : list;
  if (known) return { ...list, vods: list.vods.map((v) => (v.uuid === vod.uuid ? vod : v)).sort(newestFirst) };
  const last = list.vods.at(-1);
  const isBelow = last !== undefined && startOf(vod) < startOf(last);
  // Older than what was asked for so far: it comes when that is asked for.
  return isBelow && list.more ? list : { ...list, vods: [...list.vods, vod].sort(newestFirst) };
}

export function dropFromList(list: VodList, uuid: string): VodList {
  return list.vods.some((v) => v.uuid === uuid) ? { ...list, vods: list.vods.filter((v) => v.uuid !== uuid) } : list;
}

/** @param limit how many were asked for: fewer answers mean that there are no more */
export function appendToList(list: VodList, older: readonly Vod[], limit: number): VodList {
  const known = new Set(list.vods.map((v) => v.uuid));
  return {
    ...list,
    vods: [...list.vods, ...older.filter((v) => !known.has(v.uuid))].sort(newestFirst),
    more: older.length >= limit,
  };
}
