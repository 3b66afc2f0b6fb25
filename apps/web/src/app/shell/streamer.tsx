import { type Channel } from '#libs/contracts';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Avatar } from '../../components/ui/avatar.js';
import { useClientSettings } from '../../lib/client-settings.js';
import { bytes, clock, day } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { useNow } from '../../lib/use-now.js';
import { useLocale } from '../../lib/use-locale.js';

/** A channel in the menu, with its last VODs (spec L45). */
export function Streamer({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const { vodsToShowInMenu } = useClientSettings();
  const [open, setOpen] = useState(channel.is_capturing);
  const vods = vodsToShowInMenu > 0 ? channel.vods_list.slice(-vodsToShowInMenu).reverse() : [];
  return (
    <li>
      <div className="st">
        <Link className="st-link" to={PATHS.onDashboard('streamer', channel.uuid)}>
          <Avatar name={channel.displayName} picture={channel.profilePictureUrl} state={channel.is_capturing ? 'rec' : channel.is_live ? 'live' : 'none'} stateLabel={channel.is_capturing ? t('channel.capturing') : t('channel.live')} />
          <span className="st-who"><span className="st-name cut">{channel.displayName}</span><StreamerState channel={channel} /></span>
          <span className="st-count num" aria-label={t('channel.vods', { count: channel.vods_list.length })}>{channel.vods_list.length}</span>
        </Link>
        {vods.length > 0 && <button type="button" className="st-toggle" aria-expanded={open} aria-label={t('shell.vods-of', { name: channel.displayName })} onClick={() => { setOpen(!open); }}><ChevronDown aria-hidden="true" size={15} /></button>}
      </div>
      {open && vods.length > 0 && <VodLinks vods={vods} />}
    </li>
  );
}

function StreamerState({ channel: c }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const now = useNow();
  const category = c.current_game?.name ?? c.chapter_data?.game_name ?? '';
  return <span className="st-state cut num">{c.is_live ? liveText() : c.is_converting ? t('streamer.converting') : category || t(`streamer.verdict.${c.verdict.state}`)}</span>;

  function liveText(): string {
    const streaming = c.live_since === null ? t('streamer.live') : t('streamer.for', { length: clock(now - Date.parse(c.live_since)) });
    return [streaming, c.is_capturing || c.no_capture ? category : t('streamer.not-recorded')].filter((p) => p !== '').join(' · ');
  }
}

function VodLinks({ vods }: { readonly vods: Channel['vods_list'] }) {
  const locale = useLocale();
  return (
    <ul className="st-vods num">
      {vods.map((v) => (
        <li key={v.uuid}><Link to={PATHS.onDashboard('vod', v.uuid)}><span className="cut">{v.state === 'capturing' && <span className="dot pulse st-rec" aria-hidden="true" />}{`${day(v.started_at, locale)} · ${clock(v.media_ms)}`}</span><span className="dim">{bytes(v.total_size, locale)}</span></Link></li>
      ))}
    </ul>
  );
}
