import { Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnreachable, errorText } from '../../lib/fault.js';
import { EmptyState } from './empty-state.js';
import { Button } from './button.js';
import './load-state.css';

interface LoadStateProps {
  /** Text while loading. */
  readonly what: string;
  readonly answer: { readonly error?: unknown; readonly mutate: () => unknown };
  readonly page?: boolean;
}

/** Shown until the data is loaded: the loading state or the error. */
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

/** After 5 s reports that loading takes longer than expected, and counts the seconds every 100 ms. */
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

/** A page whose data could not be loaded. It retries by itself; the button retries at once. */
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
