import { type Vod } from '#libs/contracts';
import { Maximize, MessageSquare, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mediaToWall, stripOf, wallToMedia } from '../../components/strip/strip-model.js';
import { chapterSpans } from '../../components/strip/strip-chapters.js';
import { Strip } from '../../components/strip/strip.js';
import { IconButton } from '../../components/ui/button.js';
import { Select } from '../../components/ui/select.js';
import { clock } from '../../lib/format.js';
import { type PlayerCommand } from './key-command.js';
import { subtitlesOf, SubtitlesSelect } from './subtitles.js';
import { type VideoState } from './use-video.js';

const RATES = ['0.5', '1', '1.25', '1.5', '2'] as const;
const LIVE_WITHIN_S = 3;

interface ControlsProps {
  readonly vod: Vod;
  readonly state: VideoState;
  readonly video: HTMLVideoElement;
  readonly live: number | null;
  readonly programStart: number | null;
  readonly chatOpen: boolean;
  readonly run: (command: PlayerCommand) => void;
}

export function PlayerControls({ vod, state, video, live, programStart, chatOpen, run }: ControlsProps) {
  const { t } = useTranslation();
  const seek = (seconds: number): void => {
    video.currentTime = seconds;
  };
  return (
    <div className="player-bar">
      <SeekStrip vod={vod} time={state.time} duration={state.duration} startAt={programStart} onSeek={seek} />
      <div className="player-row">
        <IconButton
          icon={state.paused ? Play : Pause}
          label={state.paused ? t('player.play') : t('player.pause')}
          onClick={() => {
            run({ do: 'toggle' });
          }}
        />
        <span className="player-time num">
          {clock(state.time * 1000)} <span className="player-length">{`/ ${clock(state.duration * 1000)}`}</span>
        </span>
        {live !== null && (
          <LiveButton
            isThere={state.time >= live - LIVE_WITHIN_S}
            onGo={() => {
              seek(live);
              void video.play();
            }}
          />
        )}
        <span className="grow" />
        <Volume
          state={state}
          video={video}
          onMute={() => {
            run({ do: 'mute' });
          }}
        />
        <SubtitlesSelect subtitles={subtitlesOf(vod)} video={video} />
        <RateSelect state={state} video={video} />
        <IconButton
          icon={MessageSquare}
          label={t('player.chat')}
          className={chatOpen ? 'on' : ''}
          aria-pressed={chatOpen}
          onClick={() => {
            run({ do: 'chat' });
          }}
        />
        <IconButton
          icon={Maximize}
          label={t('player.fullscreen')}
          onClick={() => {
            run({ do: 'fullscreen' });
          }}
        />
      </div>
    </div>
  );
}

/** Shows that the player is at the live position, or jumps there. */
function LiveButton({ isThere, onGo }: { readonly isThere: boolean; readonly onGo: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={`player-live${isThere ? ' on' : ''}`} disabled={isThere} onClick={onGo}>
      <span className="dot" aria-hidden="true" />
      {isThere ? t('player.live') : t('player.go-live')}
    </button>
  );
}

function RateSelect({ state, video }: Pick<ControlsProps, 'state' | 'video'>) {
  const { t } = useTranslation();
  return (
    <Select
      compact
      label={t('player.speed')}
      value={String(state.rate)}
      options={RATES.map((value) => ({ value, label: `${value}×` }))}
      onChange={(rate) => {
        video.playbackRate = Number(rate);
      }}
    />
  );
}

function Volume({ state, video, onMute }: Pick<ControlsProps, 'state' | 'video'> & { readonly onMute: () => void }) {
  const { t } = useTranslation();
  const silent = state.muted || state.volume === 0;
  return (
    <>
      <IconButton
        icon={silent ? VolumeX : Volume2}
        label={silent ? t('player.unmute') : t('player.mute')}
        onClick={onMute}
      />
      <input
        type="range"
        className="player-volume"
        min="0"
        max="1"
        step="0.05"
        value={silent ? 0 : state.volume}
        aria-label={t('player.volume')}
        onChange={(e) => {
          video.volume = Number(e.target.value);
          video.muted = false;
        }}
      />
    </>
  );
}

interface SeekProps {
  readonly vod: Vod;
  readonly time: number;
  readonly duration: number;
  /** Wall clock of the first frame, if the playlist contains it. */
  readonly startAt: number | null;
  readonly onSeek: (seconds: number) => void;
}

/**
 * The strip as a seek bar: gaps are at their real time, and a click seeks in the media. The player handles the keys.
 */
function SeekStrip({ vod, time, duration, startAt, onSeek }: SeekProps) {
  const { t } = useTranslation();
  const [hover, setHover] = useState<number | null>(null);
  // Uses the player's duration: the player knows the newest segment before the server reports it.
  const model = stripOf({ ...vod, media_ms: duration > 0 ? duration * 1000 : vod.media_ms }, { startAt });
  const shareAt = (e: PointerEvent<HTMLDivElement>): number => {
    const box = e.currentTarget.getBoundingClientRect();
    return Math.min(1, Math.max(0, (e.clientX - box.left) / box.width));
  };
  const mediaAt = (share: number): number => wallToMedia(model, model.start + share * (model.end - model.start)) / 1000;
  return (
    <div
      className="seek"
      role="slider"
      tabIndex={0}
      aria-label={t('player.position')}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(time)}
      aria-valuetext={t('player.position-of', { time: clock(time * 1000), length: clock(duration * 1000) })}
      onPointerDown={(e) => {
        e.currentTarget.setPointerCapture(e.pointerId);
        onSeek(mediaAt(shareAt(e)));
      }}
      onPointerMove={(e) => {
        const share = shareAt(e);
        setHover(share);
        if (e.buttons === 1) onSeek(mediaAt(share));
      }}
      onPointerLeave={() => {
        setHover(null);
      }}
    >
      <Strip
        model={model}
        size="seek"
        chapters={chapterSpans(model, vod.chapters)}
        label={t('player.timeline')}
        playhead={mediaToWall(model, time * 1000)}
      />
      {hover !== null && (
        <span className="seek-tip num" style={{ '--share': `${hover * 100}%` }}>
          {clock(mediaAt(hover) * 1000)}
        </span>
      )}
    </div>
  );
}
