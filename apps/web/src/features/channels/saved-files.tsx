import { type Channel, type Clip, type LocalVideo } from '#libs/contracts';
import { Play, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteClip } from '../../api/clip.js';
import { useIsAdmin } from '../../api/auth.js';
import { Confirm } from '../../components/ui/confirm.js';
import { IconButton } from '../../components/ui/button.js';
import { Modal } from '../../components/ui/modal.js';
import { siteUrl } from '../../lib/basepath.js';
import { bytes, clock, dayTime } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import './saved-files.css';

/** Number of files of each kind that the list shows at first. */
const SHORT_LIST = 5;

/** Saved clips and local videos of a channel: the first five of each, the rest on demand. */
export function SavedFiles({ channel: { clips_list, video_list } }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  return (
    <>
      <FileList
        title={t('saved.clips', { count: clips_list.length })}
        items={clips_list}
        show={(clip) => <SavedClip key={clip.uuid} clip={clip} />}
      />
      <FileList
        title={t('saved.local', { count: video_list.length })}
        items={video_list}
        show={(video) => <SavedLocalVideo key={video.uuid} video={video} />}
      />
    </>
  );
}

function FileList<T>({
  title,
  items,
  show,
}: {
  readonly title: string;
  readonly items: readonly T[];
  readonly show: (item: T) => ReactNode;
}) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  if (items.length === 0) return null;
  return (
    <div className="saved">
      <h4>{title}</h4>
      <ul>{(all ? items : items.slice(0, SHORT_LIST)).map(show)}</ul>
      {items.length > SHORT_LIST && (
        <button
          type="button"
          className="channel-more"
          aria-expanded={all}
          onClick={() => {
            setAll(!all);
          }}
        >
          {all ? t('channel.show-fewer') : t('saved.all', { count: items.length })}
        </button>
      )}
    </div>
  );
}

function SavedClip({ clip }: { readonly clip: Clip }) {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  const [confirming, setConfirming] = useState(false);
  const remove = useAction(deleteClip);
  const title = clip.title === '' ? clip.basename : clip.title;
  return (
    <SavedItem
      title={title}
      url={clip.missing ? null : clip.url}
      thumbnail={clip.thumbnail}
      fault={clip.missing ? t('segments.missing') : damageOf(clip)}
      facts={{ size: clip.size, duration: clip.duration, at: clip.created_at, metadata: clip.video_metadata }}
    >
      {admin && (
        <IconButton
          icon={Trash2}
          label={t('segments.delete', { name: title })}
          onClick={() => {
            setConfirming(true);
          }}
        />
      )}
      <Confirm
        open={confirming}
        onClose={() => {
          setConfirming(false);
        }}
        title={t('saved.delete-title')}
        text={t('saved.delete-text', { title })}
        action={t('common.delete')}
        busy={remove.busy}
        onConfirm={() => {
          void remove.run(clip.uuid).then((done) => {
            if (done) setConfirming(false);
          });
        }}
      />
    </SavedItem>
  );
}

const damageOf = ({ damaged = [] }: Clip): string => damaged.map(({ name, text }) => `${name}: ${text}`).join('; ');

const SavedLocalVideo = ({ video }: { readonly video: LocalVideo }) => (
  <SavedItem
    title={video.basename}
    url={video.url}
    thumbnail={video.thumbnail}
    fault={video.fault}
    facts={{ size: video.size, duration: video.duration, at: video.found_at, metadata: video.video_metadata }}
  />
);

interface FileDetails {
  readonly size: number;
  /** Seconds. */
  readonly duration: number;
  readonly at: string;
  readonly metadata: LocalVideo['video_metadata'];
}
interface ItemProps {
  readonly title: string;
  /** Null: the file is missing. */
  readonly url: string | null;
  readonly thumbnail: string | undefined;
  readonly fault: string;
  readonly facts: FileDetails;
  readonly children?: ReactNode;
}

function SavedItem({ title, url, thumbnail, fault, facts: { size, duration, at, metadata }, children }: ItemProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  const [playing, setPlaying] = useState(false);
  const parts = [
    clock(duration * 1000),
    metadata?.height === undefined ? '' : `${metadata.height}p`,
    bytes(size, locale),
    dayTime(at, locale, now),
  ].filter((detail) => detail !== '');
  return (
    <li>
      <button
        type="button"
        className="saved-play"
        disabled={url === null}
        aria-label={t('saved.play', { title })}
        onClick={() => {
          setPlaying(true);
        }}
      >
        <Thumbnail name={thumbnail} />
        <Play aria-hidden="true" size={18} />
      </button>
      <span className="saved-what">
        <span className="cut" title={title}>
          {title}
        </span>
        <span className="num saved-facts">
          {parts.map((detail) => (
            <span key={detail}>{detail}</span>
          ))}
        </span>
        {fault !== '' && <span className="warn">{fault}</span>}
      </span>
      {children}
      {playing && url !== null && (
        <Modal
          open
          wide
          onClose={() => {
            setPlaying(false);
          }}
          title={title}
        >
          <video className="saved-video" src={siteUrl(url)} controls autoPlay playsInline />
        </Modal>
      )}
    </li>
  );
}

function Thumbnail({ name }: { readonly name: string | undefined }) {
  const [broken, setBroken] = useState(false);
  if (name === undefined || broken) return null;
  return (
    <img
      src={siteUrl(`/cache/thumbs/${encodeURIComponent(name)}`)}
      alt=""
      loading="lazy"
      width={320}
      height={240}
      onError={() => {
        setBroken(true);
      }}
    />
  );
}
