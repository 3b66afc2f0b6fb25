import { Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnreachable, errorText } from '../../lib/fault.js';
import { EmptyState } from './empty-state.js';
import { Button } from './button.js';
import './load-state.css';

interface LoadStateProps {
  /** Said while it is asked for. */
  readonly what: string;
  readonly answer: { readonly error?: unknown; readonly mutate: () => unknown };
  readonly page?: boolean;
}

/** In the place of what is not there yet: that it is being loaded, or why it could not be. */
export function LoadState({ what, answer: { error, mutate }, page = false }: LoadStateProps) {
  return error === undefined ? (
    <LoadingBox what={what} />
  ) : (
    <OfflineState
      page={page}
      error={error}
      onRetry={() => {
        void mutate();
      }}
    />
  );
}

const SLOW_MS = 5000;
const TICK_MS = 100;

/** Says after 5 s that it takes longer than expected, and counts the seconds every 100 ms. */
function LoadingBox({ what }: { readonly what: string }) {
  const { t } = useTranslation();
  const [elapsedMs, setElapsed] = useState(0);
  useEffect(() => {
    const started = performance.now();
    const timer = window.setInterval(() => {
      setElapsed(performance.now() - started);
    }, TICK_MS);
    return () => {
      window.clearInterval(timer);
    };
  }, []);
  return (
    <div className="loading" role="status">
      <span className="loading-bar" aria-hidden="true" />
      <p>{what}</p>
      {elapsedMs > SLOW_MS && (
        <p className="loading-slow">{t('loading.slow', { seconds: (elapsedMs / 1000).toFixed(1) })}</p>
      )}
    </div>
  );
}

/** A page whose data could not be loaded. It is tried again by itself; the button is for the impatient. */
export function OfflineState({
  error,
  onRetry,
  page = false,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly page?: boolean;
}) {
  const { t } = useTranslation();
  const away = isUnreachable(error);
  const text = errorText(error);
  return (
    <EmptyState
      page={page}
      icon={Unplug}
      title={away ? t('away.title') : t('away.failed')}
      text={away || text === '' ? t('away.text') : text}
    >
      <Button tone="primary" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </EmptyState>
  );
}
