import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './loading-box.css';

const SLOW_MS = 5000;
const TICK_MS = 100;

/** Spec L40: after 5 s it says that it takes longer than expected, with the seconds, every 100 ms. */
export function LoadingBox({ what }: { readonly what: string }) {
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
