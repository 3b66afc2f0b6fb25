import { getGames } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** Every category that a site told of, by its id. */
export const useGames = () => useSWR(KEY.games, async () => (await call(getGames)).data);
