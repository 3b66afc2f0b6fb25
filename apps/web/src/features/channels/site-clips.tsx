import { type Channel } from '#libs/contracts';
import { Check, Download, Scissors } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadClip, useSiteClips } from '../../api/download.js';
import { Blank } from '../../components/ui/blank.js';
import { Button } from '../../components/ui/button.js';
import { Modal } from '../../components/ui/modal.js';
import { QualityChoice, type QualityName } from '../../components/ui/download-choice.js';
import { SwitchRow } from '../../components/ui/toggle.js';
import { Tag } from '../../components/ui/tag.js';
import { Unloaded } from '../../components/ui/unloaded.js';
import { clock, dayTime } from '../../lib/format.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import { SitePicture } from './site-picture.js';
import { readSiteClips, type SiteClip } from './site-items.js';
import './site-items.css';

interface Wish {
  readonly quality: QualityName;
  readonly chat: boolean;
}

/** Clips of a channel at its site, each of which can be downloaded. */
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
        <Unloaded what={t('site-items.loading')} answer={answer} />
      )}
    </Modal>
  );
}

/** Ids, at the site, of clips that were downloaded and are still there. */
const savedIdsOf = ({ clips_list }: Channel): ReadonlySet<unknown> =>
  new Set(clips_list.filter((clip) => !clip.missing).map((clip) => clip.clip_metadata?.['id']));

function Clips({ clips, here }: { readonly clips: readonly SiteClip[]; readonly here: ReadonlySet<unknown> }) {
  const { t } = useTranslation();
  const [wish, setWish] = useState<Wish>({ quality: 'best', chat: false });
  if (clips.length === 0)
    return <Blank icon={Scissors} title={t('site-clips.none')} text={t('site-clips.none-text')} />;
  return (
    <>
      <div className="site-pick">
        <span>{t('quality.label')}</span>
        <QualityChoice
          value={wish.quality}
          onChange={(quality) => {
            setWish({ ...wish, quality });
          }}
        />
        <SwitchRow
          label={t('site-clips.chat')}
          checked={wish.chat}
          onChange={(chat) => {
            setWish({ ...wish, chat });
          }}
        />
      </div>
      <ul className="site-items">
        {clips.map((clip) => (
          <OneClip key={clip.id} clip={clip} here={here.has(clip.id)} wish={wish} />
        ))}
      </ul>
    </>
  );
}

function OneClip({ clip, here, wish }: { readonly clip: SiteClip; readonly here: boolean; readonly wish: Wish }) {
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
              void get.run({ url: clip.url, ...wish });
            }}
          >
            {t('download.do')}
          </Button>
        </div>
      </div>
    </li>
  );
}
