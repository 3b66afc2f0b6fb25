import * as routes from '#libs/contracts';
import { createContext, use } from 'react';
import useSWR, { mutate } from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

export const logIn = (password: string) => call(routes.authLogin, { body: { password } });

export const logOut = () => call(routes.authLogout);

export const setPassword = (body: { readonly password: string; readonly current?: string }) =>
  call(routes.authPassword, { body });

export const setFirstPassword = (body: { readonly password: string; readonly code: string }) =>
  call(routes.authFirstPassword, { body });

export const useAuthState = () =>
  useSWR(KEY.auth, async () => (await call(routes.authCheck, { timeout: 'quick' })).data);

/** After a logout: reloads the session, then drops all data of the previous user and reloads what a guest may see. */
export async function forgetSession(): Promise<void> {
  await mutate(KEY.auth);
  await mutate((key) => key !== KEY.auth, undefined, { revalidate: true });
}

/** Rights of the page's user. `admin` may change things, `guest` may view, `none` must log in. */
export type Role = 'admin' | 'guest' | 'none';
export interface Session {
  readonly role: Role;
  readonly passwordSet: boolean;
  readonly loginMessage: string;
  readonly appName: string;
  readonly serverVersion: string;
  readonly motd: string;
  readonly live: boolean;
}

export const SessionContext = createContext<Session>({
  role: 'none',
  passwordSet: true,
  loginMessage: '',
  appName: 'Vodkeep',
  serverVersion: '',
  motd: '',
  live: true,
});
export const useSession = (): Session => use(SessionContext);
export const useIsAdmin = (): boolean => useSession().role === 'admin';
