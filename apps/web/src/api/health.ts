import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { useSession } from './auth.js';
import { KEY } from './keys.js';

const WELL_MS = 30_000;
/** ms: interval while there is a fault, so that a fixed fault soon disappears from the page. */
const FAULTY_MS = 5000;

/** No socket action reports health, so it is polled while a page shows it. */
export const useHealth = () =>
  useSWR(useSession().role === 'none' ? null : KEY.health, async () => (await call(routes.getHealth)).data, {
    refreshInterval: (health) => (health?.ok === false ? FAULTY_MS : WELL_MS),
  });
