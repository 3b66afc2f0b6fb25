import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { useIsAdmin } from './auth.js';
import { KEY } from './keys.js';

/** ms: the server pushes nothing when a notice is resolved or dismissed elsewhere, so the list is polled. */
const REQUEST_MS = 30_000;

/** Notices of the server for the operator, newest first. */
export const useNotices = () =>
  useSWR(useIsAdmin() ? KEY.notices : null, async () => (await call(routes.listNotices)).data, {
    refreshInterval: REQUEST_MS,
  });

/** Number of unresolved notices. */
export const useOpenNotices = (): number => (useNotices().data ?? []).filter((n) => n.resolved_at === null).length;

export const dismissNotice = (id: string) => call(routes.dismissNotice, { params: { id } });
