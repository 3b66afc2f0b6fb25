import { type Channel, isSiteKind } from '#libs/contracts';
import { BrushCleaning, CircleDot, CircleStop, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useIsAdmin } from '../../api/auth.js';
import { forceRecord } from '../../api/channel.js';
import { stopCapture } from '../../api/job.js';
import { Avatar } from '../../components/ui/avatar.js';
import { BoxArt } from '../../components/ui/box-art.js';
import { IconButton } from '../../components/ui/button.js';
import { Confirm } from '../../components/ui/confirm.js';
import { Tag } from '../../components/ui/tag.js';
import { isWeb } from '../../lib/basepath.js';
import { bytes, clock, episode } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import { ChannelMenu } from './channel-menu.js';
import { CleanUpDialog } from './clean-up.js';
import { PushStatusLabel } from './channel-subscriptions.js';

/** Avatar, name, state and numbers of a channel, with its buttons. */
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
        <ChannelDetails channel={channel} />
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

function ChannelDetails({ channel: c }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const details = [
    c.quality.length > 0 ? c.quality.join(' ') : t('channel.best'),
    t('channel.vods', { count: c.vods_count }),
    bytes(c.vods_size, locale),
    typeOf(c) ?? t('channel.free'),
    episodeOf(c),
    c.no_capture ? t('channel.not-capturing') : '',
  ];
  return (
    <div className="channel-facts num">
      {details
        .filter((f) => f !== '')
        .map((f) => (
          <span key={f}>{f}</span>
        ))}
      <PushStatusLabel channel={c} />
    </div>
  );
}

/** Season and number of the newest recording; empty before the first. */
const episodeOf = (c: Channel): string =>
  c.current_stream_number > 0 ? episode(c.current_absolute_season, c.current_stream_number) : '';

/**
 * The type that the site reports, such as partner. Null if the site reports none, which is shown as Free; empty for a
 * plain address.
 */
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

/** The running stream. For an offline channel only one quiet line: the title and category of its next stream. */
function ChannelLive({ channel }: { readonly channel: Channel }) {
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
        <StreamDetails channel={channel} show={show} />
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

function StreamDetails({
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

/** Stops a recording, or starts one regardless of the rules; asks first. */
function RecordButton({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const stop = useAction(stopCapture);
  const force = useAction(forceRecord);
  const close = (): void => {
    setAsking(false);
  };
  const isOn = channel.is_capturing;
  const action = isOn ? 'abort' : 'force';
  const go = (): void => {
    void (isOn ? stop.run(channel.internalName) : force.run(channel.uuid)).then((done) => {
      if (done) close();
    });
  };
  return (
    <>
      <IconButton
        icon={isOn ? CircleStop : CircleDot}
        label={t(`channel.${action}`, { name: channel.displayName })}
        onClick={() => {
          setAsking(true);
        }}
      />
      <Confirm
        open={asking}
        harmless={!isOn}
        onClose={close}
        title={t(`channel.${action}-title`, { name: channel.displayName })}
        text={t(`channel.${action}-text`)}
        action={t(`channel.${action}-do`)}
        busy={stop.busy || force.busy}
        onConfirm={go}
      />
    </>
  );
}
