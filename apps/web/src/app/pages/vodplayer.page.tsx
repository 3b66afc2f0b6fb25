import { type Vod } from '#libs/contracts';
import { FileX, MessageSquare } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useVodList } from '../../api/use-vod-list.js';
import { EmptyState } from '../../components/ui/empty-state.js';
import { IconButton } from '../../components/ui/button.js';
import { PlayerFrame } from '../../features/player/player-frame.js';
import { BASEPATH, siteUrl } from '../../lib/basepath.js';
import { usePageTitle } from '../../lib/page-title.js';
import { storedFileAddress } from '../../lib/stored-file-address.js';
import { usePlayerChat } from './use-player-chat.js';

/**
 * v0's player address: `/vodplayer#source=file_http&video_path=...`. Plays one stored file of this installation, by
 * Range, next to the chat of its VOD.
 */
export function VodPlayerPage() {
  const { t } = useTranslation();
  const named = new URLSearchParams(useLocation().hash.replace(/^#&?/, '')).get('video_path') ?? '';
  const path = storedFileAddress(siteUrl(named), { origin: location.origin, basepath: BASEPATH });
  const [failed, setFailed] = useState('');
  const { vods } = useVodList(path === null ? null : { searchText: searchTextOf(path) }, MAX_VODS);
  usePageTitle(t('page.player'));
  if (path === null)
    return <EmptyState page icon={FileX} title={t('player.no-file')} text={t('player.no-file-text')} />;
  if (failed === path)
    return <EmptyState page icon={FileX} title={t('player.fault.missing')} text={t('player.fault.missing-do')} />;
  const vod = vods.find((v) => isFirstFile(v, path));
  const picture = (onVideo: (video: HTMLVideoElement | null) => void) => (
    <video
      ref={onVideo}
      src={path}
      controls
      playsInline
      onError={() => {
        setFailed(path);
      }}
    />
  );
  return (
    <div className="watch-file">
      <h1 className="off-screen">{t('page.player')}</h1>
      {vod?.is_chatdump_captured === true ? <WithChat vod={vod} picture={picture} /> : picture(() => undefined)}
    </div>
  );
}

/** Upper limit of VODs whose names differ only in punctuation. */
const MAX_VODS = 25;

/** The words of the file's name, as search text for its VOD. */
const searchTextOf = (path: string): string =>
  (path.split('/').at(-1) ?? '')
    .replace(/\.[^.]*$/, '')
    .replace(/[_.-]+/g, ' ')
    .trim()
    .slice(0, 200);

/** The VOD's first file: only its time equals the VOD's time, which chat uses. */
const isFirstFile = ({ files }: Vod, path: string): boolean => files[0] !== undefined && siteUrl(files[0].url) === path;

function WithChat({
  vod,
  picture,
}: {
  readonly vod: Vod;
  readonly picture: (onVideo: (video: HTMLVideoElement | null) => void) => ReactNode;
}) {
  const { t } = useTranslation();
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const chat = usePlayerChat(vod);
  return (
    <>
      <PlayerFrame chat={chat} video={video} onFrame={() => undefined}>
        <div className="player">{picture(setVideo)}</div>
      </PlayerFrame>
      {!chat.isOpen && <IconButton icon={MessageSquare} label={t('player.chat')} onClick={chat.onToggle} />}
    </>
  );
}
