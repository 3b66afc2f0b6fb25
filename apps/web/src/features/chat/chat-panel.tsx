import { type ChatAuthor, type ChatMessage, type Vod } from '#libs/contracts';
import { MessageSquareOff, Search, Settings2, X } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChatAssets } from '../../api/chat.js';
import { Button, IconButton } from '../../components/ui/button.js';
import { Tag } from '../../components/ui/tag.js';
import { seconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { type AssetIndex, indexAssets } from './chat-style.js';
import { emptyStateOf, type PagedChat, pageAt } from './paged-chat.js';
import { ChatLines } from './chat-lines.js';
import { ChatMenu } from './chat-menu.js';
import { useChatSettings } from './chat-settings-store.js';
import { withClearedText, withGaps } from './chat-view.js';
import { useChat } from './use-chat.js';
import { useVideoTime } from './use-video-time.js';
import { ViewerCard } from './viewer-card.js';
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

/** Chat of a VOD next to its video, synchronized with it. */
export function ChatPanel({ vod, video, onClose }: PanelProps) {
  const { t } = useTranslation();
  const { uuid } = vod;
  const offsetS = useChatSettings().offsets[uuid] ?? 0;
  const second = useVideoTime(video, (s) => Math.floor(s + offsetS));
  const { loaded, error, retry } = useChat(uuid, second);
  const assets = useChatAssets(uuid, vod.live !== null).data;
  const index = useMemo(() => (assets === undefined ? NO_ASSETS : indexAssets(assets)), [assets]);
  const messages = useGapLines(loaded);
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
      <ChatFault loaded={loaded} second={second} failed={error !== undefined} />
      <ChatLines
        video={video}
        messages={messages}
        offsetS={offsetS}
        viewer={viewer ?? ''}
        assets={index}
        onViewer={over.openViewer}
        empty={
          <ChatEmptyState
            loaded={loaded}
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

/** Shown if the current page cannot be loaded while earlier lines remain visible. */
function ChatFault({
  loaded,
  second,
  failed,
}: {
  readonly loaded: PagedChat;
  readonly second: number;
  readonly failed: boolean;
}): ReactNode {
  const { t } = useTranslation();
  return failed && loaded.messages.length > 0 && !loaded.pages.has(pageAt(second)) ? (
    <p className="chat-fault" role="status">
      {t('chat.failed')}
    </p>
  ) : null;
}

/** Shows only the messages of one viewer; Escape ends it. */
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

function useGapLines({ messages, gaps }: Parameters<typeof ChatEmptyState>[0]['loaded']): readonly ChatMessage[] {
  const { t } = useTranslation();
  const locale = useLocale();
  return useMemo(
    () =>
      withGaps(withClearedText(messages, t('chat.cleared')), gaps, ({ from, to, added }) => {
        const length = seconds((to - from) * 1000, locale);
        return added === undefined ? t('chat.gap', { length }) : t('chat.gap-added', { length, n: added });
      }),
    [messages, gaps, t, locale],
  );
}

interface HeadProps {
  readonly isLive: boolean;
  readonly offsetS: number;
  readonly isSearching: boolean;
  readonly onSearch: () => void;
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
  readonly onClose: () => void;
}

function ChatHead({ isLive, offsetS, isSearching, onSearch, isMenuOpen, onMenu, onClose }: HeadProps) {
  const { t } = useTranslation();
  return (
    <header className="chat-head">
      <h2>{t('chat.title')}</h2>
      {isLive && <Tag tone="live">{t('chat.live')}</Tag>}
      <Offset seconds={offsetS} />
      <IconButton icon={Search} label={t('chat.search')} aria-expanded={isSearching} onClick={onSearch} />
      <IconButton icon={Settings2} label={t('chat.settings')} aria-expanded={isMenuOpen} onClick={onMenu} />
      <IconButton icon={X} label={t('chat.hide')} onClick={onClose} />
    </header>
  );
}

function Offset({ seconds: s }: { readonly seconds: number }): ReactNode {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <span className="chat-offset dim num">
      {s === 0 ? '' : t('chat.offset-of', { offset: `${s > 0 ? '+' : '−'}${seconds(Math.abs(s) * 1000, locale)}` })}
    </span>
  );
}

interface EmptyStateProps {
  readonly loaded: PagedChat;
  readonly vod: Pick<Vod, 'is_chatdump_captured'>;
  readonly second: number;
  readonly error: unknown;
  readonly searching: boolean;
  readonly onRetry: () => void;
}

/** Explains why there are no lines, and what the user can do. */
function ChatEmptyState({ loaded, vod, second, error, searching, onRetry }: EmptyStateProps) {
  const { t } = useTranslation();
  const why = emptyStateOf(loaded, {
    second,
    failed: error !== undefined,
    searching,
    hasChat: vod.is_chatdump_captured,
  });
  if (why === 'failed')
    return (
      <div className="chat-empty" role="alert">
        <p>{t('chat.failed')}</p>
        <Button size="small" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </div>
    );
  return (
    <div className="chat-empty" role="status">
      {why === 'none' && <MessageSquareOff aria-hidden="true" size={24} strokeWidth={1.5} />}
      <p>{t(`chat.${why}`)}</p>
    </div>
  );
}

interface OverProps {
  readonly what: Over;
  readonly uuid: string;
  readonly assets: AssetIndex;
  readonly onClose: () => void;
  readonly onJump: (atMs: number) => void;
}

/** The overlay that currently covers the lines. */
function OverChat({ what, uuid, assets, onClose, onJump }: OverProps): ReactNode {
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

/** `until`: second of the file up to which the messages of a viewer are shown. */
type Over =
  | { readonly kind: 'menu' }
  | { readonly kind: 'viewer'; readonly author: ChatAuthor; readonly until: number }
  | null;

/** The state of the overlay: at most one is open. */
function useOverChat(video: HTMLVideoElement, offsetS: number) {
  const [what, setWhat] = useState<Over>(null);
  const close = useCallback(() => {
    setWhat(null);
  }, []);
  const toggleMenu = useCallback(() => {
    setWhat((old) => (old?.kind === 'menu' ? null : { kind: 'menu' }));
  }, []);
  const openViewer = useCallback(
    ({ author }: ChatMessage) => {
      if (author !== null) setWhat({ kind: 'viewer', author, until: video.currentTime + offsetS });
    },
    [video, offsetS],
  );
  return { what, close, toggleMenu, openViewer };
}
