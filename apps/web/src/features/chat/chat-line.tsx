import {
  fontMeasurer,
  geometryOf,
  layoutMessage,
  nameColourOf,
  type PictureBox,
  type PlacedBox,
  readableOn,
  type TextBox,
  wordSpacing,
} from '#libs/chat-layout';
import { type ChatMessage } from '#libs/contracts';
import {
  type CSSProperties,
  Fragment,
  memo,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { type AssetIndex, type ChatStyle } from './chat-style.js';

/** Background colours for readable names, the least favourable in each theme: the frame of a highlighted message. */
const BEHIND = { dark: '#1f2a38', light: '#e3edf4' } as const;

interface LineProps {
  readonly message: ChatMessage;
  readonly isDeleted: boolean;
  readonly chatStyle: ChatStyle;
  readonly assets: AssetIndex;
  readonly onViewer: (message: ChatMessage) => void;
}

/** One message: draws the layout of libs/chat-layout as positioned elements, in reading order. */
export const ChatLine = memo(function ChatLine({ message, isDeleted, chatStyle, assets, onViewer }: LineProps) {
  const { style, show, texts } = chatStyle;
  const layout = useMemo(
    () => layoutMessage({ message, t: isDeleted ? Infinity : -Infinity, style, show, texts, measurer: fontMeasurer }),
    [message, isDeleted, style, show, texts],
  );
  const spacing = useCallback((box: TextBox) => wordSpacing(geometryOf(style), fontMeasurer, box), [style]);
  const open = useCallback(() => {
    onViewer(message);
  }, [onViewer, message]);
  const colours = useMemo(() => coloursOf(message), [message]);
  const { t } = useTranslation();
  const isAdded = message.flags.added === true;
  return (
    <div
      className={`chat-line${isAdded ? ' chat-added' : ''}${layout.accent === null ? '' : ` chat-accent chat-accent-${layout.accent}`}`}
      style={{ height: layout.height, ...colours }}
      title={isAdded ? t('chat.added') : undefined}
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

interface BoxProps {
  readonly box: PlacedBox;
  readonly assets: AssetIndex;
  readonly spacing: (box: TextBox) => number;
  readonly onViewer: (() => void) | null;
}

/** One box of a message at its position in the layout. */
const ChatBox = memo(function ChatBox({ box, assets, spacing, onViewer }: BoxProps) {
  return box.kind === 'picture' ? (
    <Picture box={box} assets={assets} />
  ) : (
    <MessageText box={box} spacing={spacing(box)} onViewer={onViewer} />
  );
});

const placeOf = ({ x, y, width, height }: PlacedBox): CSSProperties => ({ left: x, top: y, width, height });

function Picture({ box, assets }: { readonly box: PictureBox; readonly assets: AssetIndex }) {
  const style = placeOf(box);
  const chatStyle = `chat-box${box.struck ? ' chat-dimmed' : ''}`;
  if (box.what === 'emoji')
    return (
      <span
        className={`${chatStyle} chat-emoji`}
        style={{ ...style, fontSize: box.height * 0.8, lineHeight: `${String(box.height)}px` }}
      >
        {box.key}
      </span>
    );
  const asset = assets.get(box.key);
  // An image that is not available (yet) leaves its box, so that nothing moves.
  if (asset === undefined)
    return (
      <span className={`${chatStyle} chat-missing`} style={style} title={box.alt}>
        <span className="off-screen">{box.alt}</span>
      </span>
    );
  return (
    <img
      className={chatStyle}
      style={style}
      src={asset.url}
      alt={box.what === 'badge' ? asset.title : box.alt}
      title={box.what === 'badge' ? asset.title : box.alt}
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  );
}

function MessageText({
  box,
  spacing,
  onViewer,
}: {
  readonly box: TextBox;
  readonly spacing: number;
  readonly onViewer: (() => void) | null;
}) {
  const { text, role, px, struck, rtl, exact, target, height } = box;
  const className = `chat-box chat-text chat-${role}${box.bold ? ' chat-bold' : ''}${struck ? ' chat-struck' : ''}${rtl ? ' chat-rtl' : ''}`;
  const style: CSSProperties = {
    ...placeOf(box),
    fontSize: px,
    lineHeight: `${String(height)}px`,
    wordSpacing: spacing,
  };
  const inner = exact ? text : <Fitted text={text} width={box.width} />;
  if (role === 'name' && onViewer !== null)
    return (
      <button type="button" className={className} style={style} onClick={onViewer}>
        {inner}
      </button>
    );
  return target !== null && 'url' in target ? (
    <a className={className} style={style} href={target.url} target="_blank" rel="noreferrer noopener nofollow">
      {inner}
    </a>
  ) : (
    <span className={className} style={style}>
      {inner}
    </span>
  );
}

/** Text whose fonts the layout could not measure: scaled to the estimated width. */
function Fitted({ text, width }: { readonly text: string; readonly width: number }): ReactNode {
  const span = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const fit = (): void => {
      const element = span.current;
      if (element === null) return;
      element.style.transform = 'none';
      const own = element.getBoundingClientRect().width;
      if (own > 0) element.style.transform = `scaleX(${String(width / own)})`;
    };
    fit();
    // Its font may load later than the text.
    document.fonts.addEventListener('loadingdone', fit);
    return () => {
      document.fonts.removeEventListener('loadingdone', fit);
    };
  }, [text, width]);
  return (
    <span ref={span} className="chat-fitted">
      {text}
    </span>
  );
}
