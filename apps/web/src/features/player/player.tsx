import { type Vod } from '#libs/contracts';
import { type ReactNode, useMemo, useState } from 'react';
import { PlayerControls } from './player-controls.js';
import { type BesideChat, PlayerFrame } from './player-frame.js';
import { PlayerOverlay } from './player-overlay.js';
import { PlayerPicture } from './player-picture.js';
import { sourcesOf } from './play-source.js';
import { useCommands } from './use-commands.js';
import { useEngine } from './use-engine.js';
import { useIdle } from './use-idle.js';
import { useReopen } from './use-reopen.js';
import { useVideo } from './use-video.js';
import './player.css';

/** Plays one VOD, growing or finished. Give it `key={vod.uuid}`: what is played is settled when it appears. */
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
  const [stage, setStage] = useState<HTMLDivElement | null>(null);
  const playlist = useFirst(vod.playlist_url);
  const sources = useMemo(() => sourcesOf({ playlist_url: playlist, files: vod.files }), [playlist, vod.files]);
  const engine = useEngine(video, sources, startAt);
  const state = useVideo(video);
  useReopen(vod.live !== null, video, engine.retry);
  const idle = useIdle(stage);
  const run = useCommands(video, { length: state.duration, stage, onChat: chat.onToggle });
  return (
    <PlayerFrame chat={chat} video={video} onStage={setStage}>
      <div className={`player${idle && !state.paused ? ' player-idle' : ''}`} data-theme="dark">
        <PlayerPicture poster={vod.thumbnail_url} title={title} onVideo={setVideo} run={run}>
          <PlayerOverlay
            fault={engine.fault}
            waiting={state.waiting || isOpening(state.started, video)}
            idle={!state.started && state.duration > 0}
            onPlay={() => {
              run({ do: 'toggle' });
            }}
            onRetry={() => {
              engine.retry();
            }}
          />
        </PlayerPicture>
        {video !== null && (
          <PlayerControls
            vod={vod}
            state={state}
            video={video}
            live={engine.livePosition()}
            programStart={engine.programStart()}
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

/** The first value that is not null: an address signed anew must not start the player again. */
function useFirst<T>(value: T | null): T | null {
  const [first, setFirst] = useState(value);
  if (first === null && value !== null) setFirst(value);
  return first;
}
