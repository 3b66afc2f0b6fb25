import { isDeletedAt, type LayoutTexts } from '#libs/chat-layout';
import { type ChatMessage } from '#libs/contracts';
import { ArrowDown } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.js';
import { type AssetIndex, chatStyleOf } from './chat-style.js';
import { ChatLine } from './chat-line.js';
import { useChatSettings } from './chat-settings-store.js';
import { type ChatFilter, momentAt, momentsOf, shownAt, hiddenWordsOf } from './chat-view.js';
import { useVideoTime } from './use-video-time.js';

interface LinesProps {
  readonly video: HTMLVideoElement;
  readonly messages: readonly ChatMessage[];
  readonly offsetS: number;
  readonly viewer: string;
  readonly assets: AssetIndex;
  readonly onViewer: (message: ChatMessage) => void;
  /** Shown instead of lines if there are none. */
  readonly empty: ReactNode;
}

/**
 * The lines of chat at the video's time. Screen readers do not announce new lines; the user navigates the log instead.
 */
export function ChatLines({ video, messages, offsetS, viewer, assets, onViewer, empty }: LinesProps) {
  const { t } = useTranslation();
  const settings = useChatSettings();
  const list = useRef<HTMLDivElement>(null);
  const width = useWidth(list);
  const texts = useLayoutTexts();
  const { fontPx, timestamps, badges, emotes, deleted, hiddenWords } = settings;
  const chatStyle = useMemo(
    () => chatStyleOf({ fontPx, timestamps, badges, emotes, deleted }, width, texts),
    [fontPx, timestamps, badges, emotes, deleted, width, texts],
  );
  const moments = useMemo(() => momentsOf(messages), [messages]);
  const now = useVideoTime(video, (seconds) => momentAt(moments, (seconds + offsetS) * 1000));
  const { moment, isHeld, onScroll, release } = useHeld(list, video, now);
  const filter = useMemo(
    (): ChatFilter => ({ viewer, hidden: hiddenWordsOf(hiddenWords), hideDeleted: deleted === 'hidden' }),
    [viewer, hiddenWords, deleted],
  );
  const shown = useMemo(() => shownAt(messages, moment, filter), [messages, moment, filter]);
  return (
    <div className="chat-lines">
      {/* A scrollable list must be reachable by keyboard. */}
      <div
        className="chat-list"
        ref={list}
        role="log"
        aria-live="off"
        aria-label={t('chat.title')}
        tabIndex={0}
        onScroll={onScroll}
      >
        {shown.length === 0 ? (
          empty
        ) : (
          <div className="chat-stack">
            {width > 0 &&
              shown.map((m) => (
                <ChatLine
                  key={m.id}
                  message={m}
                  isDeleted={isDeletedAt(m, moment)}
                  chatStyle={chatStyle}
                  assets={assets}
                  onViewer={onViewer}
                />
              ))}
          </div>
        )}
      </div>
      {isHeld && (
        <Button tone="primary" size="small" className="chat-newer" icon={ArrowDown} onClick={release}>
          {t('chat.newer')}
        </Button>
      )}
    </div>
  );
}

/** px: this close to the end counts as the end. */
const NEAR_PX = 24;

interface Held {
  /** The displayed moment: the video's, or the one at which the reader scrolled up. */
  readonly moment: number;
  readonly isHeld: boolean;
  readonly onScroll: () => void;
  readonly release: () => void;
}

/**
 * Keeps the newest line in view until the reader scrolls up. Then nothing moves until the reader returns to the end or
 * seeks.
 */
function useHeld(list: RefObject<HTMLDivElement | null>, video: HTMLVideoElement, now: number): Held {
  const [held, setHeld] = useState<number | null>(null);
  const release = useCallback(() => {
    setHeld(null);
  }, []);
  const onScroll = useCallback(() => {
    const box = list.current;
    if (box === null) return;
    const away = box.scrollHeight - box.clientHeight - box.scrollTop > NEAR_PX;
    setHeld((old) => (away ? (old ?? now) : null));
  }, [list, now]);
  useEffect(() => {
    video.addEventListener('seeking', release);
    return () => {
      video.removeEventListener('seeking', release);
    };
  }, [video, release]);
  useLayoutEffect(() => {
    const box = list.current;
    if (box !== null && held === null) box.scrollTop = box.scrollHeight;
  });
  return { moment: held ?? now, isHeld: held !== null, onScroll, release };
}

/** The inner width of an element, in whole px; 0 until it is known. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return undefined;
    const read = (): void => {
      setWidth(Math.floor(box.clientWidth));
    };
    read();
    const watch = new ResizeObserver(read);
    watch.observe(box);
    return () => {
      watch.disconnect();
    };
  }, [element]);
  return width;
}

/**
 * The texts of the layout in the page's language. The layout fills in names in single braces, so these names are passed
 * as values.
 */
function useLayoutTexts(): LayoutTexts {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      placeholder: t('chat.placeholder'),
      first: t('chat.first'),
      highlighted: t('chat.highlighted'),
      bits: t('chat.bits', { bits: '{bits}' }),
      sharedFrom: t('chat.shared-from', { name: '{name}' }),
      reply: t('chat.reply', { name: '{name}', body: '{body}' }),
      removed: {
        moderator: t('chat.removed.moderator'),
        ban: t('chat.removed.ban'),
        timeout: t('chat.removed.timeout'),
        clear: t('chat.removed.clear'),
      },
    }),
    [t],
  );
}
