import { getHealth } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';
import { useSession } from './use-session.js';

const WELL_MS = 30_000;
/** A mended fault should not stay on the page for long. */
const FAULTY_MS = 5000;

/** Health is no socket action, so it is asked again while a page shows it. */
export const useHealth = () =>
  useSWR(useSession().role === 'none' ? null : KEY.health, async () => (await call(getHealth)).data, {
    refreshInterval: (health) => (health?.ok === false ? FAULTY_MS : WELL_MS),
  });
