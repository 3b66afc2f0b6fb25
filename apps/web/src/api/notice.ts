import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { useIsAdmin } from './auth.js';
import { KEY } from './keys.js';

/** A notice that is over by itself, or was dismissed elsewhere, sends no notification: it is seen at the next asking. */
const REQUEST_MS = 30_000;

/** What the server wants the operator to know, newest first. */
export const useNotices = () =>
  useSWR(useIsAdmin() ? KEY.notices : null, async () => (await call(routes.listNotices)).data, {
    refreshInterval: REQUEST_MS,
  });

/** How many notices wait to be read. */
export const useOpenNotices = (): number => (useNotices().data ?? []).filter((n) => n.resolved_at === null).length;

export const dismissNotice = (id: string) => call(routes.dismissNotice, { params: { id } });
