import { type ChatMessage } from '#libs/contracts';
import { isDeletedAt } from '#libs/chat-layout';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.js';
import { type AssetIndex } from './asset-index.js';
import { ChatLine } from './chat-line.js';
import { lookOf } from './chat-look.js';
import { useChatSettings } from './chat-settings-store.js';
import { type ChatFilter, momentAt, momentsOf, shownAt, wordsOf } from './chat-view.js';
import { useHeld } from './use-held.js';
import { useVideoTime } from './use-video-time.js';
import { useWidth } from './use-width.js';
import { useWords } from './use-words.js';

interface LinesProps {
  readonly video: HTMLVideoElement;
  readonly messages: readonly ChatMessage[];
  readonly offsetS: number;
  readonly viewer: string;
  readonly assets: AssetIndex;
  readonly onViewer: (message: ChatMessage) => void;
  /** Stands in the place of lines when there are none. */
  readonly blank: ReactNode;
}

/**
 * The lines of chat at the video's time. Nobody is read every new line aloud: the log is there to be walked through.
 */
export function ChatLines({ video, messages, offsetS, viewer, assets, onViewer, blank }: LinesProps) {
  const { t } = useTranslation();
  const settings = useChatSettings();
  const list = useRef<HTMLDivElement>(null);
  const width = useWidth(list);
  const words = useWords();
  const { fontPx, timestamps, badges, emotes, deleted, hiddenWords } = settings;
  const look = useMemo(
    () => lookOf({ fontPx, timestamps, badges, emotes, deleted }, width, words),
    [fontPx, timestamps, badges, emotes, deleted, width, words],
  );
  const moments = useMemo(() => momentsOf(messages), [messages]);
  const now = useVideoTime(video, (seconds) => momentAt(moments, (seconds + offsetS) * 1000));
  const { moment, isHeld, onScroll, release } = useHeld(list, video, now);
  const filter = useMemo(
    (): ChatFilter => ({ viewer, words: wordsOf(hiddenWords), hideDeleted: deleted === 'hidden' }),
    [viewer, hiddenWords, deleted],
  );
  const shown = useMemo(() => shownAt(messages, moment, filter), [messages, moment, filter]);
  return (
    <div className="chat-lines">
      {/* A scrolled list must be reachable by keys. */}
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
          blank
        ) : (
          <div className="chat-stack">
            {width > 0 &&
              shown.map((m) => (
                <ChatLine
                  key={m.id}
                  message={m}
                  isDeleted={isDeletedAt(m, moment)}
                  look={look}
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
