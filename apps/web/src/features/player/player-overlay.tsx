import { LoaderCircle, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.js';
import { type PlayerFault } from './engine.js';

interface Props {
  readonly fault: PlayerFault | null;
  readonly waiting: boolean;
  readonly idle: boolean;
  readonly onPlay: () => void;
  readonly onRetry: () => void;
}

/**
 * Over the picture: what is wrong and what to do, or that it loads, or the first click a browser wants before sound.
 */
export function PlayerOverlay({ fault, waiting, idle, onPlay, onRetry }: Props) {
  const { t } = useTranslation();
  // While the buffer still plays, an absent server is no reason to cover the picture.
  if (fault !== null && (fault !== 'unreachable' || waiting || idle)) {
    return (
      <div className="player-over" role="alert">
        <b>{t(`player.fault.${fault}`)}</b>
        <p>{t(`player.fault.${fault}-do`)}</p>
        <Button tone="primary" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </div>
    );
  }
  if (idle)
    return (
      <button type="button" className="player-start" aria-label={t('player.play')} onClick={onPlay}>
        <Play aria-hidden="true" size={30} />
      </button>
    );
  return waiting ? (
    <div className="player-wait" role="status" aria-label={t('player.loading')}>
      <LoaderCircle aria-hidden="true" size={38} strokeWidth={1.5} />
    </div>
  ) : null;
}
