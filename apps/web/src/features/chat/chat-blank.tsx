import { type Vod } from '#libs/contracts';
import { MessageSquareOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.js';
import { blankOf } from './blank-of.js';
import { type ChatBook } from './chat-book.js';

interface BlankProps {
  readonly book: ChatBook;
  readonly vod: Pick<Vod, 'is_chatdump_captured'>;
  readonly second: number;
  readonly error: unknown;
  readonly searching: boolean;
  readonly onRetry: () => void;
}

/** Why there are no lines, and what can be done. */
export function ChatBlank({ book, vod, second, error, searching, onRetry }: BlankProps) {
  const { t } = useTranslation();
  const why = blankOf(book, { second, failed: error !== undefined, searching, hasChat: vod.is_chatdump_captured });
  if (why === 'failed')
    return (
      <div className="chat-blank" role="alert">
        <p>{t('chat.failed')}</p>
        <Button size="small" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </div>
    );
  return (
    <div className="chat-blank" role="status">
      {why === 'none' && <MessageSquareOff aria-hidden="true" size={24} strokeWidth={1.5} />}
      <p>{t(`chat.${why}`)}</p>
    </div>
  );
}
