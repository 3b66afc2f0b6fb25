import { getHealth } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';
import { useSession } from './use-session.js';

/** Health is no socket action, so it is asked again each half minute while a page shows it. */
export const useHealth = () => useSWR(useSession().role === 'none' ? null : KEY.health, async () => (await call(getHealth)).data, { refreshInterval: 30_000 });
