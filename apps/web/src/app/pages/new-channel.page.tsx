import { useTranslation } from 'react-i18next';
import { NewChannel } from '../../features/channels/new-channel.js';
import { usePageTitle } from '../../lib/page-title.js';

export function NewChannelPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.new-channel'));
  return (
    <>
      <p className="modal-text">{t('form.intro')}</p>
      <NewChannel />
    </>
  );
}
