import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.js';
import { faultText } from '../../lib/fault.js';
import './check-button.css';

interface Check {
  readonly ok: boolean;
  readonly message: string;
}
export interface CheckProps {
  readonly work: () => Promise<{ readonly data: Check }>;
  readonly label: string;
  /** The tested value; a result is cleared when this changes. */
  readonly of: string;
  readonly small?: boolean;
  readonly disabled?: boolean;
}

/** Runs a test and shows its result next to the button. */
export function CheckButton({ work, label, of, small = false, disabled = false }: CheckProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<(Check & { readonly of: string }) | null>(null);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      setResult({ ...(await work()).data, of });
    } catch (thrown) {
      setResult({ ok: false, message: faultText(thrown, t('away.short')), of });
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className="check">
      <Button
        size={small ? 'small' : 'normal'}
        disabled={disabled}
        busy={busy}
        onClick={() => {
          void run();
        }}
      >
        {label}
      </Button>
      <CheckResult result={result?.of === of && !busy ? result : null} busy={busy} />
    </span>
  );
}

function CheckResult({ result, busy }: { readonly result: Check | null; readonly busy: boolean }) {
  const { t } = useTranslation();
  if (result === null)
    return (
      <span role="status" className="check-said">
        {busy && t('check.testing')}
      </span>
    );
  const Icon = result.ok ? CircleCheck : CircleAlert;
  return (
    <span role="status" className={`check-said check-${result.ok ? 'ok' : 'bad'}`}>
      <Icon aria-hidden="true" size={15} />
      {result.message === '' ? t(result.ok ? 'check.works' : 'check.fails') : result.message}
    </span>
  );
}
