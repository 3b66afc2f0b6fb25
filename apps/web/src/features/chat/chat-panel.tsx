import { type ChatMessage, type Vod } from '#libs/contracts';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChatAssets } from '../../api/chat.js';
import { seconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { type AssetIndex, indexAssets } from './asset-index.js';
import { ChatBlank } from './chat-blank.js';
import { type ChatBook, pageAt } from './chat-book.js';
import { ChatHead } from './chat-head.js';
import { ChatLines } from './chat-lines.js';
import { useChatSettings } from './chat-settings-store.js';
import { withGaps } from './chat-view.js';
import { OverChat } from './over-chat.js';
import { useChat } from './use-chat.js';
import { useOverChat } from './use-over-chat.js';
import { useVideoTime } from './use-video-time.js';
import '@fontsource-variable/noto-sans-arabic/wght.css';
import '@fontsource-variable/noto-sans-hebrew/wght.css';
import '@fontsource-variable/noto-sans-thai/wght.css';
import './chat.css';

const NO_ASSETS: AssetIndex = new Map();

interface PanelProps {
  readonly vod: Pick<Vod, 'uuid' | 'live' | 'is_chatdump_captured'>;
  readonly video: HTMLVideoElement;
  readonly onClose: () => void;
}

/** Chat of a VOD beside its video, in step with it. */
export function ChatPanel({ vod, video, onClose }: PanelProps) {
  const { t } = useTranslation();
  const { uuid } = vod;
  const offsetS = useChatSettings().offsets[uuid] ?? 0;
  const second = useVideoTime(video, (s) => Math.floor(s + offsetS));
  const { book, error, retry } = useChat(uuid, second);
  const assets = useChatAssets(uuid, vod.live !== null).data;
  const index = useMemo(() => (assets === undefined ? NO_ASSETS : indexAssets(assets)), [assets]);
  const messages = useGapLines(book);
  const [viewer, setViewer] = useState<string | null>(null);
  const over = useOverChat(video, offsetS);
  const jump = useCallback(
    (atMs: number) => {
      video.currentTime = Math.max(0, atMs / 1000 - offsetS);
    },
    [video, offsetS],
  );
  return (
    <aside className="chat" aria-label={t('chat.title')}>
      <ChatHead
        isLive={vod.live !== null}
        offsetS={offsetS}
        isSearching={viewer !== null}
        onSearch={() => {
          setViewer((old) => (old === null ? '' : null));
        }}
        isMenuOpen={over.what?.kind === 'menu'}
        onMenu={over.toggleMenu}
        onClose={onClose}
      />
      {viewer !== null && <ViewerSearch value={viewer} onChange={setViewer} />}
      <Trouble book={book} second={second} failed={error !== undefined} />
      <ChatLines
        video={video}
        messages={messages}
        offsetS={offsetS}
        viewer={viewer ?? ''}
        assets={index}
        onViewer={over.openViewer}
        blank={
          <ChatBlank
            book={book}
            vod={vod}
            second={second}
            error={error}
            searching={viewer !== null && viewer !== ''}
            onRetry={retry}
          />
        }
      />
      <OverChat what={over.what} uuid={uuid} assets={index} onClose={over.close} onJump={jump} />
    </aside>
  );
}

/** Lines of before still stand while the ones of now cannot be had. */
function Trouble({
  book,
  second,
  failed,
}: {
  readonly book: ChatBook;
  readonly second: number;
  readonly failed: boolean;
}): ReactNode {
  const { t } = useTranslation();
  return failed && book.messages.length > 0 && !book.pages.has(pageAt(second)) ? (
    <p className="chat-trouble" role="status">
      {t('chat.failed')}
    </p>
  ) : null;
}

/** Leaves only the messages of one viewer; Escape ends it. */
function ViewerSearch({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string | null) => void;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <input
      className="input chat-search"
      type="search"
      autoFocus
      placeholder={t('chat.search')}
      aria-label={t('chat.search')}
      value={value}
      onChange={(e) => {
        onChange(e.target.value);
      }}
      onKeyDown={(e) => {
        if (e.key === 'Escape') {
          e.preventDefault();
          onChange(null);
        }
      }}
    />
  );
}

function useGapLines({ messages, gaps }: Parameters<typeof ChatBlank>[0]['book']): readonly ChatMessage[] {
  const { t } = useTranslation();
  const locale = useLocale();
  return useMemo(
    () => withGaps(messages, gaps, ({ from, to }) => t('chat.gap', { length: seconds((to - from) * 1000, locale) })),
    [messages, gaps, t, locale],
  );
}
