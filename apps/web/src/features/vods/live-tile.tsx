import { type Channel, type Vod } from '#libs/contracts';
import { Play, Square } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../api/auth.js';
import { stopCapture } from '../../api/job.js';
import { Avatar } from '../../components/ui/avatar.js';
import { Button, ButtonLink } from '../../components/ui/button.js';
import { Confirm } from '../../components/ui/confirm.js';
import { siteUrl } from '../../lib/basepath.js';
import { bitrate, bytes, hueOf, seconds, timeOfDay } from '../../lib/format.js';
import { PATHS } from '../../lib/paths.js';
import { useAction } from '../../lib/use-action.js';
import { useLocale } from '../../lib/use-locale.js';
import { isPlayable } from './vod-controls.js';
import { VodLength, VodStrip } from './vod-strip.js';
import { fileNameOf, titleOfVod } from './vod-title.js';
import './live-tile.css';

/** A running recording: its title, bitrate and missing time. */
export function LiveTile({ vod, channel }: { readonly vod: Vod; readonly channel: Channel }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const logInClient = vod.live?.note ?? '';
  return (
    <article className="tile">
      <div className="tile-pic">
        <TilePicture vod={vod} />
        <TileChips vod={vod} />
        {isPlayable(vod) && (
          <ButtonLink className="tile-watch" size="small" icon={Play} to={PATHS.vod(vod.uuid)}>
            {t('vod.watch-from-start')}
          </ButtonLink>
        )}
      </div>
      <div className="tile-body">
        <div className="tile-head">
          <Avatar name={channel.displayName} picture={channel.profilePictureUrl} />
          <div className="grow cut">
            <div className="tile-title cut">{titleOfVod(vod)}</div>
            <div className="tile-who cut num">
              {whoOf(vod, channel) ?? t('tile.since', { time: timeOfDay(Date.parse(vod.started_at), locale) })}
            </div>
          </div>
          <StopButton channel={channel} />
        </div>
        <VodStrip vod={vod} size="tile" />
        {(logInClient !== '' || vod.state_reason !== '') && (
          <p className="tile-note">{logInClient === '' ? vod.state_reason : logInClient}</p>
        )}
        <TileDetails vod={vod} viewers={channel.live_stream?.viewers ?? null} />
      </div>
    </article>
  );
}

/** Channel and category below a title; null if the title is already the channel's name. */
const whoOf = (vod: Vod, channel: Channel): string | null =>
  fileNameOf(vod) === null
    ? [channel.displayName, channel.live_stream?.category?.name ?? ''].filter((s) => s !== '').join(' · ')
    : null;

function TileChips({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const dropped = vod.state === 'paused';
  const isStopped = vod.api_getCapturingStatus === 'STOPPED';
  const rendition = vod.live?.rendition ?? '';
  return (
    <span className="tile-chips">
      <span className={`chip ${dropped ? 'chip-wait' : 'chip-rec'}`}>
        <span className="dot pulse" aria-hidden="true" />
        {dropped ? t(isStopped ? 'tile.not-recorded' : 'tile.dropped') : t('tile.rec')} <VodLength vod={vod} long />
      </span>
      {rendition !== '' && <span className="chip">{rendition}</span>}
    </span>
  );
}

function TileDetails({ vod, viewers }: { readonly vod: Vod; readonly viewers: number | null }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { live } = vod;
  const rate = live === null || live.bitrate === 0 ? '–' : bitrate(live.bitrate, locale);
  const missing =
    vod.missing_ms === 0
      ? seconds(0, locale)
      : t('tile.gaps', {
          length: seconds(vod.missing_ms, locale),
          count: Math.max(1, vod.gaps.filter((g) => g.cause !== 'ad').length),
        });
  return (
    <dl className="tile-facts num">
      <div>
        <dt>{t('tile.written')}</dt>
        <dd>{bytes(Math.max(vod.total_size, live?.bytes ?? 0), locale)}</dd>
      </div>
      <div>
        <dt>{t('tile.bitrate')}</dt>
        <dd>{rate}</dd>
      </div>
      {live !== null && live.spooled_bytes > 0 && (
        <div>
          <dt>{t('tile.spooled')}</dt>
          <dd className="warn">{bytes(live.spooled_bytes, locale)}</dd>
        </div>
      )}
      <StreamDetails viewers={viewers} adMs={vod.ad_ms} />
      <div>
        <dt>{t('tile.missing')}</dt>
        <dd className={vod.missing_ms > 0 ? 'warn' : ''}>{missing}</dd>
      </div>
    </dl>
  );
}

/** Details that only sites report. */
function StreamDetails({ viewers, adMs }: { readonly viewers: number | null; readonly adMs: number }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <>
      {viewers !== null && (
        <div>
          <dt>{t('tile.viewers')}</dt>
          <dd>{viewers.toLocaleString(locale)}</dd>
        </div>
      )}
      {adMs > 0 && (
        <div>
          <dt>{t('tile.ads')}</dt>
          <dd>{seconds(adMs, locale)}</dd>
        </div>
      )}
    </>
  );
}

function StopButton({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const stop = useAction(stopCapture);
  const close = (): void => {
    setAsking(false);
  };
  if (!useIsAdmin()) return null;
  return (
    <>
      <Button
        tone="rec"
        size="small"
        icon={Square}
        onClick={() => {
          setAsking(true);
        }}
      >
        {t('tile.stop')}
      </Button>
      <Confirm
        open={asking}
        onClose={close}
        title={t('tile.stop-title', { name: channel.displayName })}
        text={t('tile.stop-text')}
        action={t('tile.stop')}
        busy={stop.busy}
        onConfirm={() => {
          void stop.run(channel.internalName).then((done) => {
            if (done) close();
          });
        }}
      />
    </>
  );
}

/** An image from the recording, or a plain background in the channel's colour until there is one. */
function TilePicture({ vod }: { readonly vod: Vod }) {
  const [broken, setBroken] = useState('');
  const url = vod.thumbnail_url;
  if (url !== null && broken !== url)
    return (
      <img
        src={siteUrl(url)}
        alt=""
        onError={() => {
          setBroken(url);
        }}
      />
    );
  return <span className="tile-ground" style={{ '--hue': hueOf(vod.streamer_name) }} aria-hidden="true" />;
}
