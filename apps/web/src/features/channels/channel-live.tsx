import { type Channel } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { BoxArt } from '../../components/ui/box-art.js';
import { Tag } from '../../components/ui/tag.js';
import { clock } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';

/** What is on right now. Of one that is offline only a quiet line: what it will start with. */
export function ChannelLive({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const show = channel.live_stream;
  if (show === null) return null;
  const category = show.category?.name ?? '';
  if (!channel.is_live) {
    const next = [category, show.title].filter((s) => s !== '').join(' · ');
    return next === '' ? null : (
      <p className="channel-next cut" title={next}>
        {t('channel.next', { show: next })}
      </p>
    );
  }
  return (
    <div className="channel-live">
      <BoxArt url={show.category?.box_art_url ?? null} size="normal" />
      <div className="channel-show">
        {show.title !== '' && (
          <span className="channel-title" title={show.title}>
            {show.title}
          </span>
        )}
        <StreamFacts channel={channel} show={show} />
        {show.tags.length > 0 && (
          <span className="channel-words">
            {show.tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </span>
        )}
      </div>
    </div>
  );
}

function StreamFacts({
  channel,
  show,
}: {
  readonly channel: Channel;
  readonly show: NonNullable<Channel['live_stream']>;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  return (
    <span className="channel-stream num">
      {show.category !== null && <span>{show.category.name}</span>}
      {show.viewers !== null && (
        <span>{t('channel.viewers', { count: show.viewers, amount: show.viewers.toLocaleString(locale) })}</span>
      )}
      {channel.live_since !== null && (
        <span>{t('streamer.for', { length: clock(now - Date.parse(channel.live_since)) })}</span>
      )}
      {show.is_mature && <Tag tone="warn">{t('chapters.mature')}</Tag>}
    </span>
  );
}
