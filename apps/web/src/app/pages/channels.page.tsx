import { Plus, Radio } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useChannels } from '../../api/channel.js';
import { EmptyState } from '../../components/ui/empty-state.js';
import { ButtonLink } from '../../components/ui/button.js';
import { LoadState } from '../../components/ui/load-state.js';
import { ChannelList } from '../../features/channels/channel-list.js';
import { EditChannel } from '../../features/channels/edit-channel.js';
import { NewChannel } from '../../features/channels/new-channel.js';
import { usePageTitle } from '../../lib/page-title.js';
import { PATHS } from '../../lib/paths.js';

export function ChannelsPage() {
  const { t } = useTranslation();
  const { channel: uuid } = useParams();
  const { channels, loaded, error, retry } = useChannels();
  const picked = channels.find((c) => c.uuid === uuid);
  usePageTitle(picked === undefined ? t('page.channels') : picked.displayName);
  if (!loaded) return <LoadState what={t('loading.channels')} answer={{ error, mutate: retry }} />;
  if (channels.length === 0)
    return (
      <EmptyState icon={Radio} title={t('empty.title')} text={t('empty.text')}>
        <ButtonLink to={PATHS.newChannel} tone="primary" icon={Plus}>
          {t('channel.add')}
        </ButtonLink>
      </EmptyState>
    );
  return (
    <>
      <ChannelList channels={channels} />
      {uuid !== undefined &&
        (picked === undefined ? (
          <p className="muted">{t('channel.unknown')}</p>
        ) : (
          <EditChannel key={picked.uuid} channel={picked} />
        ))}
    </>
  );
}

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
