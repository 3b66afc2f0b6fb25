import { type Channel, isSiteKind } from '#libs/contracts';
import { BrushCleaning, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useIsAdmin } from '../../api/auth.js';
import { Avatar } from '../../components/ui/avatar.js';
import { IconButton } from '../../components/ui/icon-button.js';
import { Tag } from '../../components/ui/tag.js';
import { bytes, episode } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { isWeb } from '../../lib/is-web.js';
import { useLocale } from '../../lib/use-locale.js';
import { ChannelLive } from './channel-live.js';
import { ChannelMenu } from './channel-menu.js';
import { CleanUpDialog } from './clean-up.js';
import { PushFact } from './push-fact.js';
import { RecordButton } from './record-button.js';

/** Avatar, name, state and numbers of a channel, with its tools. */
export function ChannelHead({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const state = channel.is_capturing ? 'rec' : channel.is_live ? 'live' : 'none';
  return (
    <header className="channel-head">
      <Avatar
        name={channel.displayName}
        picture={channel.profilePictureUrl}
        large
        state={state}
        stateLabel={state === 'rec' ? t('channel.capturing') : t('channel.live')}
      />
      <div className="channel-who">
        <h3 className="channel-name">
          <ChannelName channel={channel} />
          <ChannelTags channel={channel} />
        </h3>
        <ChannelFacts channel={channel} />
        {needsReason(channel) && <p className="channel-reason">{channel.verdict.reason}</p>}
        <ChannelLive channel={channel} />
      </div>
      <ChannelTools channel={channel} />
    </header>
  );
}

const isWatched = (c: Channel): boolean => !c.is_capturing && !c.no_capture;
const STUCK = ['unreachable', 'queued', 'not-recorded'] as const satisfies readonly Channel['verdict']['state'][];
const isStuck = (state: Channel['verdict']['state']): state is (typeof STUCK)[number] => STUCK.some((s) => s === state);
const needsReason = (c: Channel): boolean => isWatched(c) && isStuck(c.verdict.state);

function ChannelName({ channel: { displayName, internalName, url } }: { readonly channel: Channel }) {
  return (
    <>
      {isWeb(url) ? (
        <a href={url} target="_blank" rel="noreferrer" title={url}>
          {displayName}
        </a>
      ) : (
        <span title={url}>{displayName}</span>
      )}
      {internalName.toLowerCase() !== displayName.toLowerCase() && <span className="dim">{`(${internalName})`}</span>}
    </>
  );
}

function ChannelTags({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const { state } = channel.verdict;
  return (
    <>
      {channel.is_live && (
        <Tag tone="live" dot>
          {t('channel.live')}
        </Tag>
      )}
      {channel.is_capturing && (
        <Tag tone="rec" dot pulse>
          {t('channel.capturing')}
        </Tag>
      )}
      {isWatched(channel) && isStuck(state) && <Tag tone="warn">{t(`channel.verdict.${state}`)}</Tag>}
    </>
  );
}

function ChannelFacts({ channel: c }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const facts = [
    c.quality.length > 0 ? c.quality.join(' ') : t('channel.best'),
    t('channel.vods', { count: c.vods_count }),
    bytes(c.vods_size, locale),
    typeOf(c) ?? t('channel.free'),
    episodeOf(c),
    c.no_capture ? t('channel.not-capturing') : '',
  ];
  return (
    <div className="channel-facts num">
      {facts
        .filter((f) => f !== '')
        .map((f) => (
          <span key={f}>{f}</span>
        ))}
      <PushFact channel={c} />
    </div>
  );
}

/** Season and number of its newest recording; nothing before the first. */
const episodeOf = (c: Channel): string =>
  c.current_stream_number > 0 ? episode(c.current_absolute_season, c.current_stream_number) : '';

/** The site's own word, such as partner; null for a channel of a site that has none, which is Free (spec L58). */
const typeOf = (c: Channel): string | null =>
  !isSiteKind(c.provider_kind) ? '' : c.broadcaster_type === '' ? null : c.broadcaster_type;

function ChannelTools({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const go = useNavigate();
  const [cleaning, setCleaning] = useState(false);
  if (!useIsAdmin()) return null;
  return (
    <div className="channel-tools">
      <IconButton
        icon={Pencil}
        label={t('channel.edit', { name: channel.displayName })}
        onClick={() => {
          void go(PATHS.channel(channel.uuid));
        }}
      />
      <RecordButton channel={channel} />
      <IconButton
        icon={BrushCleaning}
        label={t('cleanup.title', { name: channel.displayName })}
        onClick={() => {
          setCleaning(true);
        }}
      />
      <ChannelMenu channel={channel} />
      {cleaning && (
        <CleanUpDialog
          channel={channel}
          onClose={() => {
            setCleaning(false);
          }}
        />
      )}
    </div>
  );
}
