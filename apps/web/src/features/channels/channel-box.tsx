import { type Channel, type Vod } from '#libs/contracts';
import { CircleSlash } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientSettings } from '../../lib/client-settings.js';
import { ChannelHead } from './channel-head.js';
import './channel-box.css';

/** One channel and its VODs, newest first. How a VOD looks is the page's business. */
export function ChannelBox({ channel, vodOf }: { readonly channel: Channel; readonly vodOf: (vod: Vod) => ReactNode }) {
  const { t } = useTranslation();
  const { vodsToShowInDashboard: most } = useClientSettings();
  const [all, setAll] = useState(false);
  const vods = [...channel.vods_list].reverse();
  const shown = all ? vods : vods.slice(0, most);
  const hidden = vods.length - Math.min(most, vods.length);
  return (
    <section className="channel" id={`streamer_${channel.uuid}`} aria-label={channel.displayName}>
      <ChannelHead channel={channel} />
      {vods.length === 0 && <p className="channel-none"><CircleSlash aria-hidden="true" size={15} />{channel.no_capture ? t('channel.no-vods-no-capture') : t('channel.no-vods')}</p>}
      {shown.map(vodOf)}
      {hidden > 0 && <button type="button" className="channel-more" aria-expanded={all} onClick={() => { setAll(!all); }}>{all ? t('channel.show-fewer') : t('channel.hidden', { count: hidden })}</button>}
    </section>
  );
}
