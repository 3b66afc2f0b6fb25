import { Plus, Radio } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useIsAdmin, useSession } from '../../api/auth.js';
import { useChannels } from '../../api/channel.js';
import { useLiveVods } from '../../api/use-vod-list.js';
import { useVod } from '../../api/vod.js';
import { EmptyState } from '../../components/ui/empty-state.js';
import { Button } from '../../components/ui/button.js';
import { InView } from '../../components/ui/in-view.js';
import { Meter } from '../../components/ui/meter.js';
import { Modal } from '../../components/ui/modal.js';
import { LoadState } from '../../components/ui/load-state.js';
import { ChannelBox } from '../../features/channels/channel-box.js';
import { NewChannel } from '../../features/channels/new-channel.js';
import { LogView } from '../../features/logs/log-view.js';
import { NoticeList } from '../../features/notices/notice-list.js';
import { FoundVods, VodFinder } from '../../features/vods/vod-finder.js';
import { LiveTile } from '../../features/vods/live-tile.js';
import { addressOfSearch, isSearch, searchIn } from '../../features/vods/vod-search.js';
import { VodRow } from '../../features/vods/vod-row.js';
import { bytes } from '../../lib/format.js';
import { usePageTitle } from '../../lib/page-title.js';
import { useLocale } from '../../lib/use-locale.js';
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
      {!loaded && <LoadState what={t('loading.channels')} answer={{ error, mutate: retry }} />}
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

/** All channels, or the results of the search. */
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

/**
 * Used share from which the meter warns. A few recordings of 8 Mbit/s fill the remaining tenth of a common disk within
 * days.
 */
const LOW = 0.9;

function DashboardTop({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { channels, loaded, totalSize, freeSize } = useChannels();
  const used = totalSize + freeSize > 0 ? totalSize / (totalSize + freeSize) : 0;
  const counts = {
    live: channels.filter((c) => c.is_live).length,
    recording: channels.filter((c) => c.is_capturing).length,
    vods: channels.reduce((sum, c) => sum + c.vods_count, 0),
  };
  return (
    <div className="page-top">
      <h1>{t('page.dashboard')}</h1>
      {loaded && channels.length > 0 && (
        <div className="counts num">
          <span>
            <b>{counts.live}</b> {t('dashboard.live')}
          </span>
          <span>
            <b>{counts.recording}</b> {t('dashboard.recording')}
          </span>
          <span>
            <b>{counts.vods}</b> {t('dashboard.count', { count: counts.vods })}
          </span>
          <span>
            <b>{bytes(totalSize, locale)}</b>
          </span>
        </div>
      )}
      <span className="grow" />
      {loaded && freeSize > 0 && (
        <div className="disk num">
          <span>{t('dashboard.free', { size: bytes(freeSize, locale) })}</span>
          <Meter
            value={used}
            tone={used > LOW ? 'warn' : 'accent'}
            label={t('dashboard.used', { used: bytes(totalSize, locale), free: bytes(freeSize, locale) })}
          />
        </div>
      )}
      {children}
    </div>
  );
}

function NoChannels({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  return (
    <EmptyState icon={Radio} title={t('empty.title')} text={admin ? t('empty.text') : t('empty.guest')}>
      {admin && (
        <Button tone="primary" icon={Plus} onClick={onAdd}>
          {t('channel.add')}
        </Button>
      )}
    </EmptyState>
  );
}

/** Tiles of running recordings. */
function LiveTiles() {
  const { t } = useTranslation();
  const { channels } = useChannels();
  const { vods } = useLiveVods();
  const tiles = channels.flatMap((channel) =>
    vods.filter((vod) => vod.channel_uuid === channel.uuid).map((vod) => ({ channel, vod })),
  );
  if (tiles.length === 0) return null;
  return (
    <>
      <h2 className="section">{t('dashboard.now')}</h2>
      <div className="tiles">
        {tiles.map(({ vod, channel }) => (
          <LiveTile key={vod.uuid} vod={vod} channel={channel} />
        ))}
      </div>
    </>
  );
}

/** px: estimated height of a channel with a few VODs, until it is drawn. */
const BOX = 270;
const VOD_HASH = /^#vod_([0-9a-f-]{36})$/i;

/**
 * The boxes of all channels. Only boxes near the visible area are drawn and load their VODs, so that a thousand cost no
 * more than a dozen.
 */
function ChannelBoxes() {
  const { channels } = useChannels();
  const { hash, key } = useLocation();
  const wanted = VOD_HASH.exec(hash)?.[1] ?? null;
  const { data: pointed } = useVod(wanted);
  return channels.map((c) => {
    const mine = pointed?.channel_uuid === c.uuid ? pointed : undefined;
    return (
      <InView
        key={c.uuid}
        id={`streamer_${c.uuid}`}
        className="channel-place"
        estimate={BOX}
        always={mine !== undefined}
      >
        <ChannelBox
          channel={c}
          pointed={mine}
          vodOf={(vod) => (
            <VodRow key={vod.uuid === wanted ? vod.uuid + key : vod.uuid} vod={vod} startOpen={vod.uuid === wanted} />
          )}
        />
      </InView>
    );
  });
}

/** The log at the end of the dashboard; sends no request until it is opened. */
function LogSection() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (!useIsAdmin()) return null;
  return (
    <details
      className="log-section"
      onToggle={(e) => {
        setOpen(e.currentTarget.open);
      }}
    >
      <summary>{t('page.log')}</summary>
      {open && <LogView />}
    </details>
  );
}
