import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { useSession } from './auth.js';
import { KEY } from './keys.js';

const WELL_MS = 30_000;
/** A mended fault should not stay on the page for long. */
const FAULTY_MS = 5000;

/** Health is no socket action, so it is asked again while a page shows it. */
export const useHealth = () =>
  useSWR(useSession().role === 'none' ? null : KEY.health, async () => (await call(routes.getHealth)).data, {
    refreshInterval: (health) => (health?.ok === false ? FAULTY_MS : WELL_MS),
  });
