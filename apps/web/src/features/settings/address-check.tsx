import { useTranslation } from 'react-i18next';
import { validateUrl } from '../../api/settings.js';
import { CheckButton } from '../../components/ui/check-button.js';

/** Asks over a public address whether it leads to this instance. */
export function AddressCheck({ url }: { readonly url: string }) {
  const { t } = useTranslation();
  const check = async () => {
    const { status, message } = await validateUrl(url);
    return { data: { ok: status === 'OK', message } };
  };
  return (
    <div className="setting-more">
      <CheckButton small label={t('settings.address-check')} of={url} disabled={url === ''} work={check} />
    </div>
  );
}
