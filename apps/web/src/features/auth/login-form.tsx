import { UserError } from '#libs/errors';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logIn } from '../../api/auth.js';
import { Button } from '../../components/ui/button.js';
import { Field, inputOf } from '../../components/ui/field.js';
import { statusOf, faultText } from '../../lib/fault.js';
import { clock } from '../../lib/format.js';
import { useNow } from '../../lib/use-now.js';

/**
 * The operator's login. The button is disabled without a password, and during the server's wait after too many tries
 * (429).
 */
export function LoginForm({ onIn }: { readonly onIn: () => void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [waitUntil, setWaitUntil] = useState(0);
  const waitS = Math.ceil((waitUntil - useNow()) / 1000);

  const submit = async (): Promise<void> => {
    setBusy(true);
    setError('');
    try {
      await logIn(password);
      onIn();
    } catch (thrown) {
      setError(faultText(thrown, t('away.short')) || t('login.failed'));
      if (statusOf(thrown) === 429) setWaitUntil(Date.now() + 1000 * (retryAfter(thrown) || 60));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      className="login-form"
      onSubmit={(e) => {
        e.preventDefault();
        if (password !== '' && waitS <= 0 && !busy) void submit();
      }}
    >
      <Field label={t('login.password')} error={error}>
        {(parts) => (
          <input
            {...inputOf(parts)}
            type="password"
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={(e) => {
              setPassword(e.target.value);
            }}
          />
        )}
      </Field>
      <Button type="submit" tone="primary" busy={busy} disabled={password === '' || waitS > 0}>
        {waitS > 0 ? t('login.wait', { time: clock(waitS * 1000) }) : t('login.in')}
      </Button>
    </form>
  );
}

const retryAfter = (thrown: unknown): number => (thrown instanceof UserError ? Number(thrown.data['retryAfterS']) : 0);
