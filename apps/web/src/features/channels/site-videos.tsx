import { type Channel } from '#libs/contracts';
import { Check, Download, Film } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { mutate } from 'swr';
import { downloadVideo, useSiteVideos } from '../../api/download.js';
import { KEY } from '../../api/keys.js';
import { EmptyState } from '../../components/ui/empty-state.js';
import { Button } from '../../components/ui/button.js';
import { Modal } from '../../components/ui/modal.js';
import { QualitySelect, type QualityName } from '../../components/ui/download-selects.js';
import { Tag } from '../../components/ui/tag.js';
import { LoadState } from '../../components/ui/load-state.js';
import { clockText } from '../../lib/clock-text.js';
import { clock, dayTime } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import { SitePicture } from './site-picture.js';
import { canGet, mutedCount, type SiteVideo, stretchOf } from './site-items.js';
import './site-items.css';

/** Videos of a channel at its site; each can be downloaded, whole or in part. */
export function SiteVideosDialog({ channel, onClose }: { readonly channel: Channel; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const answer = useSiteVideos(channel.login);
  const { data } = answer;
  const [quality, setQuality] = useState<QualityName>('best');
  return (
    <Modal
      open
      wide
      onClose={onClose}
      title={t('site-videos.title', { name: channel.displayName })}
      text={t('site-videos.text')}
    >
      {data === undefined ? (
        <LoadState what={t('site-items.loading')} answer={answer} />
      ) : (
        <>
          <div className="site-pick">
            <span>{t('quality.label')}</span>
            <QualitySelect value={quality} onChange={setQuality} />
          </div>
          {data.length === 0 && (
            <EmptyState icon={Film} title={t('site-videos.none')} text={t('site-videos.none-text')} />
          )}
          <ul className="site-items">
            {data.map((video) => (
              <OneVideo key={video.id} channel={channel} video={video} quality={quality} />
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}

interface VideoProps {
  readonly channel: Channel;
  readonly video: SiteVideo;
  readonly quality: QualityName;
}

function OneVideo({ channel, video, quality }: VideoProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  const muted = mutedCount(video);
  return (
    <li>
      <SitePicture src={video.picture} />
      <div className="site-item">
        <b>{video.title}</b>
        <span className="site-item-facts num">
          <a className="text-link" href={video.url} target="_blank" rel="noreferrer">
            {dayTime(video.created_at, locale, now)}
          </a>
          <span>{clock(video.duration * 1000)}</span>
          <span>
            {t('site-videos.views', { count: video.view_count, amount: video.view_count.toLocaleString(locale) })}
          </span>
          {video.vod_uuid !== null && (
            <Link className="site-here tag tag-accent" to={PATHS.vod(video.vod_uuid)}>
              <Check aria-hidden="true" size={13} />
              {t('site-videos.here')}
            </Link>
          )}
          {muted > 0 && <Tag tone="warn">{t('site-videos.muted', { count: muted })}</Tag>}
        </span>
        <GetVideo channel={channel} video={video} quality={quality} />
      </div>
    </li>
  );
}

function GetVideo({ channel: { uuid, login }, video, quality }: VideoProps) {
  const { t } = useTranslation();
  const [part, setPart] = useState({ from: '', to: '' });
  const get = useAction(downloadVideo, t('download.started'));
  const stretch = stretchOf(part);
  const begin = async (): Promise<void> => {
    if (stretch === null || !canGet(video, stretch)) return;
    // Reloads the list, so that the video is marked as downloaded.
    if (await get.run(uuid, video.id, { quality, ...stretch })) await mutate(KEY.siteVideos(login));
  };
  return (
    <form
      className="site-get"
      onSubmit={(e) => {
        e.preventDefault();
        void begin();
      }}
    >
      <input
        className="input num"
        aria-label={t('site-videos.from', { title: video.title })}
        placeholder={clockText(0)}
        autoComplete="off"
        value={part.from}
        onChange={(e) => {
          setPart({ ...part, from: e.target.value });
        }}
      />
      <span aria-hidden="true">–</span>
      <input
        className="input num"
        aria-label={t('site-videos.to', { title: video.title })}
        placeholder={clockText(video.duration)}
        autoComplete="off"
        value={part.to}
        onChange={(e) => {
          setPart({ ...part, to: e.target.value });
        }}
      />
      <Button
        type="submit"
        size="small"
        icon={Download}
        busy={get.busy}
        disabled={!canGet(video, stretch)}
        aria-label={t('site-videos.get', { title: video.title })}
      >
        {t('download.do')}
      </Button>
    </form>
  );
}
