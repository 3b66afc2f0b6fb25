import { VodState } from '#libs/contracts';
import { type VodQuestion } from '../../api/vod-list.js';

/** A search on the dashboard. The address contains it, so that a search can be linked and reopened. */
export interface Search {
  readonly searchText: string;
  readonly state: VodState | 'any';
  readonly archived: boolean;
  /** Uuid of a channel; empty: all. */
  readonly channel: string;
}

const NAMES = { searchText: 'q', state: 'state', archived: 'archived', channel: 'of' } as const;

export function searchIn(address: URLSearchParams): Search {
  const state = VodState.safeParse(address.get(NAMES.state));
  return {
    searchText: address.get(NAMES.searchText) ?? '',
    state: state.success ? state.data : 'any',
    archived: address.get(NAMES.archived) === '1',
    channel: address.get(NAMES.channel) ?? '',
  };
}

/** Query parameters of a search, without defaults. */
export function addressOfSearch({ searchText, state, archived, channel }: Search): Record<string, string> {
  return {
    ...(searchText === '' ? {} : { [NAMES.searchText]: searchText }),
    ...(state === 'any' ? {} : { [NAMES.state]: state }),
    ...(archived ? { [NAMES.archived]: '1' } : {}),
    ...(channel === '' ? {} : { [NAMES.channel]: channel }),
  };
}

export const isSearch = ({ searchText, state, archived, channel }: Search): boolean =>
  searchText.trim() !== '' || state !== 'any' || archived || channel !== '';

const MAX_LETTERS = 200;

export function questionOf({ searchText, state, archived, channel }: Search): VodQuestion {
  const query = searchText.trim().slice(0, MAX_LETTERS);
  return {
    ...(query === '' ? {} : { searchText: query }),
    ...(state === 'any' ? {} : { states: [state] }),
    ...(archived ? { archived } : {}),
    ...(channel === '' ? {} : { channel }),
  };
}
