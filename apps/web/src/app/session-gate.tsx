import { type AuthState } from '#libs/contracts';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { KEY } from '../api/keys.js';
import { type Role, type Session, SessionContext, useAuthState } from '../api/auth.js';
import { useSettings } from '../api/settings.js';
import { LoadState } from '../components/ui/load-state.js';
import { AuthPage } from '../features/auth/auth-page.js';
import { FirstPasswordForm } from '../features/auth/first-password-form.js';
import { LoginForm } from '../features/auth/login-form.js';

/** `authentication` is false if no password is set and the caller is on the same machine, as in v0. */
const roleOf = (auth: AuthState): Role =>
  auth.authenticated || !auth.authentication ? 'admin' : auth.guest_mode ? 'guest' : 'none';
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Requests and shows nothing until the role of the user is known. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const auth = useAuthState();
  const role = auth.data === undefined ? 'none' : roleOf(auth.data);
  const settings = useSettings(role !== 'none');
  if (auth.data === undefined)
    return (
      <main className="gate">
        <LoadState page what={t('loading.start')} answer={auth} />
      </main>
    );
  if (role === 'none') return <AuthScreen auth={auth.data} />;
  if (settings.data === undefined)
    return (
      <main className="gate">
        <LoadState page what={t('loading.settings')} answer={settings} />
      </main>
    );
  const { config, app_name, version } = settings.data;
  const session: Session = {
    role,
    passwordSet: auth.data.password_set,
    loginMessage: auth.data.message,
    appName: app_name,
    serverVersion: version,
    motd: text(config['motd']),
    live: config['websocket_enabled'] !== false,
  };
  return <SessionContext value={session}>{children}</SessionContext>;
}

function AuthScreen({ auth }: { readonly auth: AuthState }) {
  const { t } = useTranslation();
  const { mutate } = useSWRConfig();
  const onIn = (): void => {
    void mutate(KEY.auth);
  };
  if (!auth.password_set)
    return (
      <AuthPage
        name="Vodkeep"
        title={t('auth.locked')}
        text={auth.message === '' ? t('auth.locked-text') : auth.message}
      >
        <FirstPasswordForm onIn={onIn} />
      </AuthPage>
    );
  return (
    <AuthPage name="Vodkeep" title={t('login.title')} text={t('login.only')}>
      <LoginForm onIn={onIn} />
    </AuthPage>
  );
}
