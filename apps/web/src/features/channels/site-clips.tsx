import { type Channel } from '#libs/contracts';
import { Check, Download, Scissors } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadClip, useSiteClips } from '../../api/download.js';
import { EmptyState } from '../../components/ui/empty-state.js';
import { Button } from '../../components/ui/button.js';
import { Modal } from '../../components/ui/modal.js';
import { QualitySelect, type QualityName } from '../../components/ui/download-selects.js';
import { SwitchRow } from '../../components/ui/toggle.js';
import { Tag } from '../../components/ui/tag.js';
import { LoadState } from '../../components/ui/load-state.js';
import { clock, dayTime } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import { SitePicture } from './site-picture.js';
import { readSiteClips, type SiteClip } from './site-items.js';
import './site-items.css';

interface ClipRequest {
  readonly quality: QualityName;
  readonly chat: boolean;
}

/** Clips of a channel at its site, each with a download button. */
export function SiteClipsDialog({ channel, onClose }: { readonly channel: Channel; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const answer = useSiteClips(channel.uuid);
  const { data } = answer;
  return (
    <Modal
      open
      wide
      onClose={onClose}
      title={t('site-clips.title', { name: channel.displayName })}
      text={t('site-clips.text')}
    >
      {data !== undefined ? (
        <Clips clips={readSiteClips(data)} here={savedIdsOf(channel)} />
      ) : (
        <LoadState what={t('site-items.loading')} answer={answer} />
      )}
    </Modal>
  );
}

/** Site ids of downloaded clips that still exist. */
const savedIdsOf = ({ clips_list }: Channel): ReadonlySet<unknown> =>
  new Set(clips_list.filter((clip) => !clip.missing).map((clip) => clip.clip_metadata?.['id']));

function Clips({ clips, here }: { readonly clips: readonly SiteClip[]; readonly here: ReadonlySet<unknown> }) {
  const { t } = useTranslation();
  const [request, setRequest] = useState<ClipRequest>({ quality: 'best', chat: false });
  if (clips.length === 0)
    return <EmptyState icon={Scissors} title={t('site-clips.none')} text={t('site-clips.none-text')} />;
  return (
    <>
      <div className="site-pick">
        <span>{t('quality.label')}</span>
        <QualitySelect
          value={request.quality}
          onChange={(quality) => {
            setRequest({ ...request, quality });
          }}
        />
        <SwitchRow
          label={t('site-clips.chat')}
          checked={request.chat}
          onChange={(chat) => {
            setRequest({ ...request, chat });
          }}
        />
      </div>
      <ul className="site-items">
        {clips.map((clip) => (
          <OneClip key={clip.id} clip={clip} here={here.has(clip.id)} request={request} />
        ))}
      </ul>
    </>
  );
}

function OneClip({
  clip,
  here,
  request,
}: {
  readonly clip: SiteClip;
  readonly here: boolean;
  readonly request: ClipRequest;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  const get = useAction(downloadClip, t('download.started'));
  return (
    <li>
      <SitePicture src={clip.picture} />
      <div className="site-item">
        <b>{clip.title}</b>
        <span className="site-item-facts num">
          <a className="text-link" href={clip.url} target="_blank" rel="noreferrer">
            {clip.created_at === null ? clip.id : dayTime(clip.created_at, locale, now)}
          </a>
          <span>{clock(clip.duration * 1000)}</span>
          <span>
            {t('site-videos.views', { count: clip.view_count, amount: clip.view_count.toLocaleString(locale) })}
          </span>
          {here && (
            <Tag tone="accent">
              <Check aria-hidden="true" size={13} />
              {t('site-videos.here')}
            </Tag>
          )}
          {clip.creator_name !== '' && <span>{t('site-clips.by', { name: clip.creator_name })}</span>}
        </span>
        <div className="site-get">
          <Button
            size="small"
            icon={Download}
            busy={get.busy}
            disabled={here}
            aria-label={t('site-videos.get', { title: clip.title })}
            onClick={() => {
              void get.run({ url: clip.url, ...request });
            }}
          >
            {t('download.do')}
          </Button>
        </div>
      </div>
    </li>
  );
}
