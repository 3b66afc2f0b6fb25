import { listNotices } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';
import { useIsAdmin } from './use-session.js';

/** A notice that is over by itself, or was dismissed elsewhere, rings no bell: it is seen at the next asking. */
const ASK_MS = 30_000;

/** What the server wants the operator to know, newest first. */
export const useNotices = () =>
  useSWR(useIsAdmin() ? KEY.notices : null, async () => (await call(listNotices)).data, { refreshInterval: ASK_MS });
