import { type Channel, type Vod } from '#libs/contracts';
import { ChevronDown, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useVodList } from '../../api/use-vod-list.js';
import { Avatar } from '../../components/ui/avatar.js';
import { useClientSettings } from '../../lib/client-settings.js';
import { bytes, clock, compact, day } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { useNow } from '../../lib/use-now.js';
import { useLocale } from '../../lib/use-locale.js';

/** A channel in the side menu, with its last VODs. */
export function ChannelMenuItem({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const { vodsToShowInMenu } = useClientSettings();
  const [open, setOpen] = useState(channel.is_capturing);
  const hasVods = vodsToShowInMenu > 0 && channel.vods_count > 0;
  return (
    <>
      <div className="st">
        <Link className="st-link" to={PATHS.onDashboard('streamer', channel.uuid)}>
          <Avatar
            name={channel.displayName}
            picture={channel.profilePictureUrl}
            state={channel.is_capturing ? 'rec' : channel.is_live ? 'live' : 'none'}
            stateLabel={channel.is_capturing ? t('channel.capturing') : t('channel.live')}
          />
          <span className="st-who">
            <span className="st-name cut">{channel.displayName}</span>
            <ChannelMenuState channel={channel} />
            {channel.is_live && <ChannelMenuStream channel={channel} />}
          </span>
          <span className="st-count num">
            <span aria-hidden="true">{channel.vods_count}</span>
            <span className="off-screen">{t('channel.vods', { count: channel.vods_count })}</span>
          </span>
        </Link>
        {hasVods && (
          <button
            type="button"
            className="st-toggle"
            aria-expanded={open}
            aria-label={t('shell.vods-of', { name: channel.displayName })}
            onClick={() => {
              setOpen(!open);
            }}
          >
            <ChevronDown aria-hidden="true" size={15} />
          </button>
        )}
      </div>
      {open && hasVods && <LastVods uuid={channel.uuid} most={vodsToShowInMenu} />}
    </>
  );
}

/** For how long the channel has been live and what it shows; else what happens to its last stream. */
function ChannelMenuState({ channel: c }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const now = useNow();
  const category = c.live_stream?.category?.name ?? '';
  const idle = c.is_converting ? t('streamer.converting') : category || t(`streamer.verdict.${c.verdict.state}`);
  const streaming =
    c.live_since === null ? t('streamer.live') : t('streamer.for', { length: clock(now - Date.parse(c.live_since)) });
  const live = [streaming, c.is_capturing || c.no_capture ? category : t('streamer.not-recorded')];
  return <span className="st-state cut num">{c.is_live ? live.filter((part) => part !== '').join(' · ') : idle}</span>;
}

/** The current title and category, if the site reports them. */
function ChannelMenuStream({
  channel: { live_stream: show, is_capturing, no_capture },
}: {
  readonly channel: Channel;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (show === null) return null;
  // If the line above says that the channel is not recorded, there is no room for the category.
  const text = [is_capturing || no_capture ? '' : (show.category?.name ?? ''), show.title]
    .filter((s) => s !== '')
    .join(' · ');
  return (
    <span className="st-show">
      <span className="cut" title={text}>
        {text}
      </span>
      {show.viewers !== null && (
        <span className="st-viewers num">
          <Users aria-hidden="true" size={12} />
          <span className="off-screen">
            {t('channel.viewers', { count: show.viewers, amount: show.viewers.toLocaleString(locale) })}
          </span>
          <span aria-hidden="true">{compact(show.viewers, locale)}</span>
        </span>
      )}
    </span>
  );
}

function LastVods({ uuid, most }: { readonly uuid: string; readonly most: number }) {
  const { vods } = useVodList({ channel: uuid }, most);
  return <VodLinks vods={vods.slice(0, most)} />;
}

function VodLinks({ vods }: { readonly vods: readonly Vod[] }) {
  return (
    <ul className="st-vods num">
      {vods.map((v) => (
        <li key={v.uuid}>
          <Link to={PATHS.onDashboard('vod', v.uuid)}>
            <VodSummary vod={v} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A failed VOD has nothing to watch; with a length it would look like a short recording. */
function VodSummary({ vod: { state, started_at, media_ms, total_size } }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const date = day(started_at, locale);
  if (state === 'failed')
    return (
      <>
        <span className="cut">{date}</span>
        <span className="st-failed">{t('vod.tag.failed')}</span>
      </>
    );
  return (
    <>
      <span className="cut">
        {state === 'capturing' && <span className="dot pulse st-rec" aria-hidden="true" />}
        {`${date} · ${clock(media_ms)}`}
      </span>
      <span className="dim">{bytes(total_size, locale)}</span>
    </>
  );
}
