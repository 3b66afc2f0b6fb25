import { type ReactNode } from 'react';
import { siteUrl } from '../../lib/basepath.js';
import { type PlayerCommand } from './key-command.js';

interface PictureProps {
  readonly poster: string | null;
  readonly title: ReactNode;
  readonly onVideo: (video: HTMLVideoElement | null) => void;
  readonly run: (command: PlayerCommand) => void;
  /** Laid over the picture. */
  readonly children: ReactNode;
}

/** The video itself: a click plays or pauses it, two make it as large as the screen. */
export function PlayerPicture({ poster, title, onVideo, run, children }: PictureProps) {
  return (
    <div className="player-picture">
      {/* Recordings carry no captions of their own. */}
      <video
        ref={onVideo}
        playsInline
        preload="metadata"
        poster={poster === null ? undefined : siteUrl(poster)}
        onClick={() => {
          run({ do: 'toggle' });
        }}
        onDoubleClick={() => {
          run({ do: 'fullscreen' });
        }}
      />
      <div className="player-title">{title}</div>
      {children}
    </div>
  );
}
