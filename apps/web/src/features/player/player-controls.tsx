import { type Vod } from '#libs/contracts';
import { Maximize, MessageSquare, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/ui/choice.js';
import { IconButton } from '../../components/ui/icon-button.js';
import { clock } from '../../lib/format.js';
import { type PlayerCommand } from './key-command.js';
import { SeekStrip } from './seek-strip.js';
import { type VideoState } from './use-video.js';

const RATES = ['0.5', '1', '1.25', '1.5', '2'] as const;
const LIVE_WITHIN_S = 3;

interface Props {
  readonly vod: Vod;
  readonly state: VideoState;
  readonly video: HTMLVideoElement;
  readonly live: number | null;
  readonly programStart: number | null;
  readonly chatOpen: boolean;
  readonly run: (command: PlayerCommand) => void;
}

export function PlayerControls({ vod, state, video, live, programStart, chatOpen, run }: Props) {
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
        <RateChoice state={state} video={video} />
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

/** Says that the picture is what is being recorded now, or leads there. */
function LiveButton({ isThere, onGo }: { readonly isThere: boolean; readonly onGo: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={`player-live${isThere ? ' on' : ''}`} disabled={isThere} onClick={onGo}>
      <span className="dot" aria-hidden="true" />
      {isThere ? t('player.live') : t('player.go-live')}
    </button>
  );
}

function RateChoice({ state, video }: Pick<Props, 'state' | 'video'>) {
  const { t } = useTranslation();
  return (
    <Choice
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

function Volume({ state, video, onMute }: Pick<Props, 'state' | 'video'> & { readonly onMute: () => void }) {
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
