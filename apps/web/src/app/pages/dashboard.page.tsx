import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useChannels } from '../../api/use-channels.js';
import { useIsAdmin, useSession } from '../../api/use-session.js';
import { AwayBox } from '../../components/ui/away-box.js';
import { Button } from '../../components/ui/button.js';
import { LoadingBox } from '../../components/ui/loading-box.js';
import { Modal } from '../../components/ui/modal.js';
import { Notice } from '../../components/ui/notice.js';
import { ChannelBox } from '../../features/channels/channel-box.js';
import { NewChannel } from '../../features/channels/new-channel.js';
import { NoticeList } from '../../features/notices/notice-list.js';
import { LiveTile } from '../../features/vods/live-tile.js';
import { VodRow } from '../../features/vods/vod-row.js';
import { isRecording } from '../../features/vods/vod-state.js';
import { usePageTitle } from '../../lib/page-title.js';
import { DashboardTop } from './dashboard-top.js';
import { LogSection } from './log-section.js';
import { NoChannels } from './no-channels.js';
import './dashboard.css';

export function DashboardPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.dashboard'));
  const admin = useIsAdmin();
  const { channels, loaded, error, retry } = useChannels();
  const [adding, setAdding] = useState(false);
  const add = admin ? <Button icon={Plus} onClick={() => { setAdding(true); }}>{t('channel.add')}</Button> : null;
  return (
    <>
      <DashboardTop>{channels.length > 0 && add}</DashboardTop>
      <Motd />
      {loaded && error !== undefined && <Notice tone="rec" title={t('away.title')} text={t('away.stale')} live />}
      <NoticeList />
      {!loaded && (error === undefined ? <LoadingBox what={t('loading.channels')} /> : <AwayBox error={error} onRetry={() => { void retry(); }} />)}
      {loaded && channels.length === 0 && <NoChannels onAdd={() => { setAdding(true); }} />}
      <Recordings />
      <LogSection />
      <Modal open={adding} onClose={() => { setAdding(false); }} title={t('channel.add')} text={t('form.intro')}><NewChannel onDone={() => { setAdding(false); }} /></Modal>
    </>
  );
}

function Motd() {
  const { motd } = useSession();
  return motd.trim() === '' ? null : <p className="motd">{motd}</p>;
}

function Recordings() {
  const { t } = useTranslation();
  const { channels } = useChannels();
  const { hash } = useLocation();
  const now = channels.flatMap((channel) => channel.vods_list.filter(isRecording).map((vod) => ({ channel, vod })));
  if (channels.length === 0) return null;
  return (
    <>
      {now.length > 0 && <><h2 className="section">{t('dashboard.now')}</h2><div className="tiles">{now.map(({ vod, channel }) => <LiveTile key={vod.uuid} vod={vod} channel={channel} />)}</div></>}
      <h2 className="section">{t('dashboard.vods')}</h2>
      {channels.map((c) => <ChannelBox key={c.uuid} channel={c} vodOf={(vod) => <VodRow key={vod.uuid + (pointsTo(hash, vod.uuid) ? hash : '')} vod={vod} startOpen={pointsTo(hash, vod.uuid)} />} />)}
    </>
  );
}

/** `#vod_<uuid>` (spec L20). */
const pointsTo = (hash: string, uuid: string): boolean => hash === `#vod_${uuid}`;
