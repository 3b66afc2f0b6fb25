import { createContext, use } from 'react';

/** Who looks at the page. `admin` may change things, `guest` may look, `none` has to log in. */
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
