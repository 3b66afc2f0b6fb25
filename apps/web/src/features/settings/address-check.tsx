import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { validateUrl } from '../../api/validate-url.js';
import { Button } from '../../components/ui/button.js';
import { isUnreachable, textOf } from '../../lib/fault.js';

interface Said { readonly ok: boolean; readonly text: string }

/** Asks over a public address whether it leads to this instance. */
export function AddressCheck({ url }: { readonly url: string }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const check = async (): Promise<void> => {
    setBusy(true);
    try {
      const { status, message } = await validateUrl(url);
      setSaid({ ok: status === 'OK', text: message });
    } catch (thrown) {
      setSaid({ ok: false, text: isUnreachable(thrown) ? t('away.short') : textOf(thrown) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="setting-more">
      <Button size="small" busy={busy} disabled={url === ''} onClick={() => { void check(); }}>{busy ? t('settings.address-checking') : t('settings.address-check')}</Button>
      <p role="status" className={said?.ok === true ? 'said-ok' : 'said-bad'}>{said?.text}</p>
    </div>
  );
}
