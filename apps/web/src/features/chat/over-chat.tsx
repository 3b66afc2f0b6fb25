import { type ReactNode } from 'react';
import { type AssetIndex } from './asset-index.js';
import { ChatMenu } from './chat-menu.js';
import { type Over } from './use-over-chat.js';
import { ViewerCard } from './viewer-card.js';

interface OverProps {
  readonly what: Over;
  readonly uuid: string;
  readonly assets: AssetIndex;
  readonly onClose: () => void;
  readonly onJump: (atMs: number) => void;
}

/** What is laid over the lines at the moment. */
export function OverChat({ what, uuid, assets, onClose, onJump }: OverProps): ReactNode {
  if (what === null) return null;
  if (what.kind === 'menu') return <ChatMenu uuid={uuid} onClose={onClose} />;
  return (
    <ViewerCard
      key={what.author.id}
      uuid={uuid}
      author={what.author}
      until={what.until}
      assets={assets}
      onClose={onClose}
      onJump={onJump}
    />
  );
}
