import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { faultText } from './fault.js';
import { logInClient } from './client-log.js';

/**
 * A call that a button starts. Shows the message of the answer, on success and on failure; logs a failure without a
 * message. `run` returns whether it succeeded.
 * @param confirmation text for a success without a message
 */
export function useAction<A extends readonly unknown[]>(
  work: (...args: A) => Promise<{ readonly message: string }>,
  confirmation = '',
) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const run = async (...args: A): Promise<boolean> => {
    setBusy(true);
    try {
      const { message } = await work(...args);
      if (message !== '' || confirmation !== '') toast.success(message === '' ? confirmation : message);
      return true;
    } catch (thrown) {
      showFault(thrown, t('away.short'));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { run, busy };
}

function showFault(thrown: unknown, away: string): void {
  const text = faultText(thrown, away);
  if (text === '') logInClient('A call failed without a message.');
  else toast.error(text);
}
