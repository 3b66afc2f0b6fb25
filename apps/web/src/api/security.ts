import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** Nothing reports new logins and links to the page, so the lists are read again while it is open. */
const REFRESH = { refreshInterval: 30_000 } as const;

export const useSessions = () => useSWR(KEY.sessions, async () => (await call(routes.listSessions)).data, REFRESH);
export const usePlayerLinks = () => useSWR(KEY.links, async () => (await call(routes.listPlayerLinks)).data, REFRESH);
export const useLogins = () => useSWR(KEY.logins, async () => (await call(routes.listLogins)).data, REFRESH);

export const endSession = (id: string) => call(routes.endSession, { params: { id } });
export const endPlayerLink = (id: string) => call(routes.endPlayerLink, { params: { id } });
