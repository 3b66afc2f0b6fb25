import { type ReactNode } from 'react';
import './player-frame.css';

/** The chat next to the video, also in full screen. `render` receives the video element that it follows. */
export interface BesideChat {
  readonly isOpen: boolean;
  readonly side: 'left' | 'right';
  readonly widthPx: number;
  readonly onToggle: () => void;
  readonly render: (video: HTMLVideoElement) => ReactNode;
}

interface FrameProps {
  readonly chat: BesideChat;
  readonly video: HTMLVideoElement | null;
  readonly onFrame: (frame: HTMLDivElement | null) => void;
  readonly children: ReactNode;
}

/** Video and chat side by side; on a phone one below the other. */
export function PlayerFrame({ chat, video, onFrame, children }: FrameProps) {
  return (
    <div
      className={`player-frame${chat.side === 'left' ? ' player-chat-left' : ''}`}
      style={{ '--chat-width': `${String(chat.widthPx)}px` }}
      ref={onFrame}
    >
      {children}
      {video !== null && chat.isOpen && <div className="player-chat">{chat.render(video)}</div>}
    </div>
  );
}
