import { type ChatMessage } from '#libs/contracts';
import {
  fontMeasurer,
  geometryOf,
  layoutMessage,
  nameColourOf,
  readableOn,
  type TextBox,
  wordSpacing,
} from '#libs/chat-layout';
import { Fragment, memo, useCallback, useMemo } from 'react';
import { type AssetIndex } from './asset-index.js';
import { ChatBox } from './chat-box.js';
import { type ChatLook } from './chat-look.js';

/**
 * What lies behind names, as far from the letters' side as it gets: the frame of a message that stands out, in each
 * theme.
 */
const BEHIND = { dark: '#1f2a38', light: '#e3edf4' } as const;

interface LineProps {
  readonly message: ChatMessage;
  readonly isDeleted: boolean;
  readonly look: ChatLook;
  readonly assets: AssetIndex;
  readonly onViewer: (message: ChatMessage) => void;
}

/** One message: the layout of libs/chat-layout, drawn as elements that stand where it says, in reading order. */
export const ChatLine = memo(function ChatLine({ message, isDeleted, look, assets, onViewer }: LineProps) {
  const { style, show, words } = look;
  const layout = useMemo(
    () => layoutMessage({ message, t: isDeleted ? Infinity : -Infinity, style, show, words, measurer: fontMeasurer }),
    [message, isDeleted, style, show, words],
  );
  const spacing = useCallback((box: TextBox) => wordSpacing(geometryOf(style), fontMeasurer, box), [style]);
  const open = useCallback(() => {
    onViewer(message);
  }, [onViewer, message]);
  const colours = useMemo(() => coloursOf(message), [message]);
  return (
    <div
      className={`chat-line${layout.accent === null ? '' : ` chat-accent chat-accent-${layout.accent}`}`}
      style={{ height: layout.height, ...colours }}
      data-id={message.id}
      data-at={message.atMs}
      data-colour={message.notice?.color ?? undefined}
    >
      {layout.frame !== null && (
        <div
          className="chat-frame"
          style={{ top: layout.frame.y, height: layout.frame.height, borderInlineStartWidth: layout.frame.stroke }}
        />
      )}
      {layout.boxes.map((box, i) => (
        <Fragment key={i}>
          <ChatBox box={box} assets={assets} spacing={spacing} onViewer={message.author === null ? null : open} />{' '}
        </Fragment>
      ))}
    </div>
  );
});

function coloursOf({ author }: ChatMessage): Record<`--${string}`, string> {
  if (author === null) return {};
  const own = nameColourOf(author);
  return { '--name-dark': readableOn(BEHIND.dark, own), '--name-light': readableOn(BEHIND.light, own) };
}
