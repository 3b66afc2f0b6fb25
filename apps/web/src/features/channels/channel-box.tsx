import { type Channel, type Vod } from '#libs/contracts';
import { CircleSlash, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVodList } from '../../api/use-vod-list.js';
import { useClientSettings } from '../../lib/client-settings.js';
import { ChannelHead } from './channel-head.js';
import { SavedFiles } from './saved-files.js';
import './channel-box.css';

interface BoxProps {
  readonly channel: Channel;
  /** Renders a VOD; the page decides how. */
  readonly vodOf: (vod: Vod) => ReactNode;
  /** The VOD in the page's address; it is shown wherever it is in the list. */
  readonly pointed?: Vod | undefined;
}

/** One channel and its VODs, newest first. */
export function ChannelBox({ channel, vodOf, pointed }: BoxProps) {
  return (
    <section className="channel" aria-label={channel.displayName}>
      <ChannelHead channel={channel} />
      <Vods channel={channel} vodOf={vodOf} pointed={pointed} />
      <SavedFiles channel={channel} />
    </section>
  );
}

function Vods(props: BoxProps) {
  const { t } = useTranslation();
  const {
    channel: { uuid, vods_count: count, no_capture },
  } = props;
  const { vodsToShowInDashboard: most, vodsToShowInMenu } = useClientSettings();
  const list = useVodList(count === 0 ? null : { channel: uuid }, Math.max(1, most, vodsToShowInMenu));
  if (count === 0)
    return (
      <p className="channel-none">
        <CircleSlash aria-hidden="true" size={15} />
        {no_capture ? t('channel.no-vods-no-capture') : t('channel.no-vods')}
      </p>
    );
  if (!list.loaded)
    return (
      <Waiting
        rows={Math.min(most, count)}
        failed={list.error !== undefined}
        onRetry={() => {
          void list.retry();
        }}
      />
    );
  return <Listed {...props} list={list} most={most} />;
}

function Listed({
  channel,
  vodOf,
  pointed,
  list,
  most,
}: BoxProps & { readonly list: ReturnType<typeof useVodList>; readonly most: number }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const shown = all ? list.vods : list.vods.slice(0, most);
  const hidden = Math.max(channel.vods_count, list.vods.length) - Math.min(most, list.vods.length);
  const isApart = pointed !== undefined && !shown.some((v) => v.uuid === pointed.uuid);
  const more = (): void => {
    if (!list.busy) void list.showMore();
  };
  return (
    <>
      <SavesNone channel={channel} vods={list.vods} />
      {shown.map(vodOf)}
      {isApart && vodOf(pointed)}
      {all && list.more && (
        <button type="button" className="channel-more" aria-busy={list.busy || undefined} onClick={more}>
          {t('vods.more')}
        </button>
      )}
      {hidden > 0 && (
        <button
          type="button"
          className="channel-more"
          aria-expanded={all}
          onClick={() => {
            setAll(!all);
            if (!all && list.more) more();
          }}
        >
          {all ? t('channel.show-fewer') : t('channel.hidden', { count: hidden })}
        </button>
      )}
    </>
  );
}

/** Shown next to the recordings: the site stored no video of one of them. */
function SavesNone({ channel, vods }: { readonly channel: Channel; readonly vods: readonly Vod[] }) {
  const { t } = useTranslation();
  if (channel.saves_vods || !vods.some((v) => v.twitch_vod_neversaved === true)) return null;
  return (
    <p className="channel-none">
      <TriangleAlert aria-hidden="true" size={15} />
      {t('channel.saves-none')}
    </p>
  );
}

/** Placeholder for the rows that are being loaded, so that the page does not jump when they appear. */
function Waiting({
  rows,
  failed,
  onRetry,
}: {
  readonly rows: number;
  readonly failed: boolean;
  readonly onRetry: () => void;
}) {
  const { t } = useTranslation();
  if (failed)
    return (
      <p className="channel-none">
        {t('away.failed')}{' '}
        <button type="button" className="link-button text-link" onClick={onRetry}>
          {t('common.retry')}
        </button>
      </p>
    );
  return (
    <div role="status" aria-busy="true" aria-label={t('vods.loading')}>
      {Array.from({ length: Math.max(1, rows) }, (_, i) => (
        <div key={i} className="channel-ghost" />
      ))}
    </div>
  );
}
