import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useChannels } from '../../api/channel.js';
import { useIsAdmin, useSession } from '../../api/auth.js';
import { Button } from '../../components/ui/button.js';
import { Modal } from '../../components/ui/modal.js';
import { Unloaded } from '../../components/ui/unloaded.js';
import { NewChannel } from '../../features/channels/new-channel.js';
import { NoticeList } from '../../features/notices/notice-list.js';
import { FoundVods } from '../../features/vods/found-vods.js';
import { VodFinder } from '../../features/vods/vod-finder.js';
import { addressOfSearch, isSearch, searchIn } from '../../features/vods/vod-question.js';
import { usePageTitle } from '../../lib/page-title.js';
import { ChannelBoxes } from './channel-boxes.js';
import { DashboardTop } from './dashboard-top.js';
import { LiveTiles } from './live-tiles.js';
import { LogSection } from './log-section.js';
import { NoChannels } from './no-channels.js';
import './dashboard.css';

export function DashboardPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.dashboard'));
  const admin = useIsAdmin();
  const { channels, loaded, error, retry } = useChannels();
  const [adding, setAdding] = useState(false);
  const add = admin ? (
    <Button
      icon={Plus}
      onClick={() => {
        setAdding(true);
      }}
    >
      {t('channel.add')}
    </Button>
  ) : null;
  return (
    <>
      <DashboardTop>{channels.length > 0 && add}</DashboardTop>
      <Motd />
      <NoticeList />
      {!loaded && <Unloaded what={t('loading.channels')} answer={{ error, mutate: retry }} />}
      {loaded && channels.length === 0 && (
        <NoChannels
          onAdd={() => {
            setAdding(true);
          }}
        />
      )}
      {channels.length > 0 && (
        <>
          <LiveTiles />
          <Recorded />
        </>
      )}
      <LogSection />
      <Modal
        open={adding}
        onClose={() => {
          setAdding(false);
        }}
        title={t('channel.add')}
        text={t('form.intro')}
      >
        <NewChannel
          onDone={() => {
            setAdding(false);
          }}
        />
      </Modal>
    </>
  );
}

function Motd() {
  const { motd } = useSession();
  return motd.trim() === '' ? null : <p className="motd">{motd}</p>;
}

/** All channels, or what was looked for. */
function Recorded() {
  const { t } = useTranslation();
  const { channels } = useChannels();
  const [address, setAddress] = useSearchParams();
  const search = searchIn(address);
  return (
    <>
      <h2 className="section">{t('dashboard.vods')}</h2>
      <VodFinder
        search={search}
        channelName={channels.find((c) => c.uuid === search.channel)?.displayName}
        onSearch={(next) => {
          setAddress(addressOfSearch(next), { replace: true, preventScrollReset: true });
        }}
      />
      {isSearch(search) ? <FoundVods search={search} /> : <ChannelBoxes />}
    </>
  );
}
