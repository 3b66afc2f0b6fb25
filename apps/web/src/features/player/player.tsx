import { type Vod } from '#libs/contracts';
import { LoaderCircle, Play } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.js';
import { siteUrl } from '../../lib/basepath.js';
import { type PlayerFault } from './playback-engine.js';
import { sourcesOf } from './play-source.js';
import { type PlayerCommand } from './key-command.js';
import { PlayerControls } from './player-controls.js';
import { type BesideChat, PlayerFrame } from './player-frame.js';
import { subtitlesOf, SubtitlesTracks } from './subtitles.js';
import { useCommands } from './use-commands.js';
import { useNormalSpeedWhenLive, usePlaybackSource, useReopen } from './use-playback-source.js';
import { useVideo } from './use-video.js';
import './player.css';

/** Plays one VOD, growing or finished. Use `key={vod.uuid}`: the sources are fixed when the player mounts. */
export function Player({
  vod,
  title,
  startAt = 0,
  chat,
}: {
  readonly vod: Vod;
  readonly title: ReactNode;
  readonly startAt?: number;
  readonly chat: BesideChat;
}) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const playlist = useFirst(vod.playlist_url);
  const sources = useMemo(
    () => sourcesOf({ playlist_url: playlist, files: vod.files }, siteUrl),
    [playlist, vod.files],
  );
  const playback = usePlaybackSource(video, sources, startAt);
  const state = useVideo(video);
  useReopen(vod.live !== null, video, playback.retry);
  useNormalSpeedWhenLive(video, playback.livePosition);
  const idle = useIdle(frame);
  const run = useCommands(video, { length: state.duration, frame, onChat: chat.onToggle });
  return (
    <PlayerFrame chat={chat} video={video} onFrame={setFrame}>
      <div className={`player${idle && !state.paused ? ' player-idle' : ''}`} data-theme="dark">
        <PlayerPicture vod={vod} title={title} onVideo={setVideo} run={run}>
          <PlayerOverlay
            fault={playback.fault}
            waiting={state.waiting || isOpening(state.started, video)}
            idle={!state.started && state.duration > 0}
            onPlay={() => {
              run({ do: 'toggle' });
            }}
            onRetry={() => {
              playback.retry();
            }}
          />
        </PlayerPicture>
        {video !== null && (
          <PlayerControls
            vod={vod}
            state={state}
            video={video}
            live={playback.livePosition()}
            programStart={playback.programStart()}
            chatOpen={chat.isOpen}
            run={run}
          />
        )}
      </div>
    </PlayerFrame>
  );
}

const isOpening = (started: boolean, video: HTMLVideoElement | null): boolean =>
  !started && video?.readyState === HTMLMediaElement.HAVE_NOTHING;

/** The first value that is not null, so that a newly signed address does not restart the player. */
function useFirst<T>(value: T | null): T | null {
  const [first, setFirst] = useState(value);
  if (first === null && value !== null) setFirst(value);
  return first;
}

interface PictureProps {
  readonly vod: Vod;
  readonly title: ReactNode;
  readonly onVideo: (video: HTMLVideoElement | null) => void;
  readonly run: (command: PlayerCommand) => void;
  /** Overlay on the video. */
  readonly children: ReactNode;
}

/** The video itself: a click plays or pauses, a double click toggles full screen. */
function PlayerPicture({ vod, title, onVideo, run, children }: PictureProps) {
  return (
    <div className="player-picture">
      <video
        ref={onVideo}
        playsInline
        preload="metadata"
        poster={vod.thumbnail_url === null ? undefined : siteUrl(vod.thumbnail_url)}
        onClick={() => {
          run({ do: 'toggle' });
        }}
        onDoubleClick={() => {
          run({ do: 'fullscreen' });
        }}
      >
        <SubtitlesTracks subtitles={subtitlesOf(vod)} />
      </video>
      <div className="player-title">{title}</div>
      {children}
    </div>
  );
}

interface Props {
  readonly fault: PlayerFault | null;
  readonly waiting: boolean;
  readonly idle: boolean;
  readonly onPlay: () => void;
  readonly onRetry: () => void;
}

/**
 * Overlay on the video: a fault with its remedy, the loading state, or the start button that browsers require before
 * sound.
 */
function PlayerOverlay({ fault, waiting, idle, onPlay, onRetry }: Props) {
  const { t } = useTranslation();
  // While the buffer still plays, an unavailable server is no reason to cover the video.
  if (fault !== null && (fault !== 'unreachable' || waiting || idle)) {
    return (
      <div className="player-over" role="alert">
        <b>{t(`player.fault.${fault}`)}</b>
        <p>{t(`player.fault.${fault}-do`)}</p>
        <Button tone="primary" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </div>
    );
  }
  if (idle)
    return (
      <button type="button" className="player-start" aria-label={t('player.play')} onClick={onPlay}>
        <Play aria-hidden="true" size={30} />
      </button>
    );
  return waiting ? (
    <div className="player-wait" role="status" aria-label={t('player.loading')}>
      <LoaderCircle aria-hidden="true" size={38} strokeWidth={1.5} />
    </div>
  ) : null;
}

const IDLE_MS = 2500;

/** Whether the pointer has not moved for a while; full-screen controls then hide. */
function useIdle(element: HTMLElement | null): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (element === null) return undefined;
    let timer = 0;
    const stir = (): void => {
      setIdle(false);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        setIdle(true);
      }, IDLE_MS);
    };
    const events = ['pointermove', 'pointerdown', 'keydown'] as const;
    events.forEach((e) => {
      element.addEventListener(e, stir);
    });
    return () => {
      window.clearTimeout(timer);
      events.forEach((e) => {
        element.removeEventListener(e, stir);
      });
    };
  }, [element]);
  return idle;
}
