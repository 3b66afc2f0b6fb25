import { type PictureBox, type PlacedBox, type TextBox } from '#libs/chat-layout';
import { type CSSProperties, memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import { type AssetIndex } from './asset-index.js';

interface BoxProps {
  readonly box: PlacedBox;
  readonly assets: AssetIndex;
  readonly spacing: (box: TextBox) => number;
  readonly onViewer: (() => void) | null;
}

/** One box of a message where the layout put it. */
export const ChatBox = memo(function ChatBox({ box, assets, spacing, onViewer }: BoxProps) {
  return box.kind === 'picture' ? (
    <Picture box={box} assets={assets} />
  ) : (
    <Words box={box} spacing={spacing(box)} onViewer={onViewer} />
  );
});

const placeOf = ({ x, y, width, height }: PlacedBox): CSSProperties => ({ left: x, top: y, width, height });

function Picture({ box, assets }: { readonly box: PictureBox; readonly assets: AssetIndex }) {
  const style = placeOf(box);
  const look = `chat-box${box.struck ? ' chat-dimmed' : ''}`;
  if (box.what === 'emoji')
    return (
      <span
        className={`${look} chat-emoji`}
        style={{ ...style, fontSize: box.height * 0.8, lineHeight: `${String(box.height)}px` }}
      >
        {box.key}
      </span>
    );
  const asset = assets.get(box.key);
  // A picture that is not there (yet) leaves its box, so that nothing moves.
  if (asset === undefined)
    return (
      <span className={`${look} chat-missing`} style={style} title={box.alt}>
        <span className="off-screen">{box.alt}</span>
      </span>
    );
  return (
    <img
      className={look}
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

function Words({
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

/** Text of fonts that the layout had to guess: drawn as wide as it was guessed. */
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
    // Its font may come only after the text.
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
