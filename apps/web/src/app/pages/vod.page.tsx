import { type Vod } from '#libs/contracts';
import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useEffect, useRef } from 'react';
import { useVod } from '../../api/vod.js';
import { EmptyState } from '../../components/ui/empty-state.js';
import { Tag } from '../../components/ui/tag.js';
import { LoadState } from '../../components/ui/load-state.js';
import { usePlayerChat } from './use-player-chat.js';
import { Player } from '../../features/player/player.js';
import { isPlayable } from '../../features/vods/vod-controls.js';
import { VodDetails } from '../../features/vods/vod-details.js';
import { isRecording } from '../../features/vods/vod-state.js';
import { VodTags } from '../../features/vods/vod-row.js';
import { titleOfVod } from '../../features/vods/vod-title.js';
import { statusOf } from '../../lib/fault.js';
import { dayTime } from '../../lib/format.js';
import { usePageTitle } from '../../lib/page-title.js';
import { PATHS } from '../../lib/paths.js';
import { useNow } from '../../lib/use-now.js';
import { useLocale } from '../../lib/use-locale.js';
import { NotFoundPage } from './error.page.js';
import './vod-page.css';

export function VodPage() {
  const { uuid = '' } = useParams();
  const { t } = useTranslation();
  const answer = useVod(uuid);
  const { data: vod, isLoading, mutate } = answer;
  const error: unknown = answer.error;
  usePageTitle(vod === undefined ? t('page.vod') : titleOfVod(vod));
  useLeaveWhenGone(vod);
  if (vod !== undefined) return <Watch key={vod.uuid} vod={vod} />;
  const status = statusOf(error);
  if (status === 404 || status === 400) return <NotFoundPage />;
  return <LoadState page what={t('loading.vod')} answer={{ error: isLoading ? undefined : error, mutate }} />;
}

/** Returns to the dashboard when the shown VOD is deleted. */
function useLeaveWhenGone(vod: Vod | undefined): void {
  const go = useNavigate();
  const had = useRef(false);
  useEffect(() => {
    if (vod !== undefined) had.current = true;
    else if (had.current) void go(PATHS.dashboard);
  }, [vod, go]);
}

function Watch({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const startAt = Number(query.get('t') ?? 0);
  const chat = usePlayerChat(vod);
  const { ref, seek } = useSeek();
  return (
    <div className="watch" ref={ref}>
      {isPlayable(vod) ? (
        <Player
          vod={vod}
          chat={chat}
          startAt={Number.isFinite(startAt) ? startAt : 0}
          title={
            <>
              {isRecording(vod) && (
                <span className="chip chip-rec">
                  <span className="dot pulse" aria-hidden="true" />
                  {t('tile.rec')}
                </span>
              )}
              <b className="cut">{titleOfVod(vod)}</b>
              {titleOfVod(vod) !== vod.streamer_name && <span className="cut player-length">{vod.streamer_name}</span>}
            </>
          }
        />
      ) : (
        <EmptyState
          icon={Hourglass}
          title={t('player.nothing')}
          text={t(isRecording(vod) || vod.state === 'waiting' ? 'player.nothing-yet' : 'player.nothing-left')}
        />
      )}
      <div className="watch-info">
        <WatchHead vod={vod} />
        <VodDetails vod={vod} playing {...(isPlayable(vod) ? { onSeek: seek } : {})} />
      </div>
    </div>
  );
}

/** Seeks this page's player and scrolls it into view. */
function useSeek() {
  const ref = useRef<HTMLDivElement>(null);
  const seek = (seconds: number): void => {
    const video = ref.current?.querySelector('video');
    if (!video) return;
    video.currentTime = seconds;
    video.scrollIntoView({ block: 'nearest' });
  };
  return { ref, seek };
}

function WatchHead({ vod }: { readonly vod: Vod }) {
  const locale = useLocale();
  const now = useNow();
  return (
    <div className="watch-head">
      <h1>{titleOfVod(vod)}</h1>
      {isRecording(vod) && vod.live !== null && vod.live.rendition !== '' && <Tag>{vod.live.rendition}</Tag>}
      <VodTags vod={vod} />
      <p>
        <Link className="text-link" to={PATHS.onDashboard('streamer', vod.channel_uuid)}>
          {vod.streamer_name}
        </Link>{' '}
        <span className="muted num">{dayTime(vod.started_at, locale, now)}</span>
      </p>
    </div>
  );
}
