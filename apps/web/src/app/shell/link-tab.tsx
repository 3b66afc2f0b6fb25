import { useTranslation } from 'react-i18next';
import { useRealtime } from '../../realtime/use-realtime.js';

/** How the page stays up to date: connecting, connected, disconnected (spec S3), refused, or by asking. */
export function LinkTab() {
  const { t } = useTranslation();
  const { state, nextFetchS } = useRealtime();
  const title = nextFetchS === null ? '' : t('link.next', { seconds: nextFetchS });
  return (
    <div className={`tab link-tab link-${state}`} role="status" title={title}>
      <span className={`dot${state === 'connecting' ? ' pulse' : ''}`} aria-hidden="true" />
      {t(`link.${state}`)}
      {state !== 'connected' && nextFetchS !== null && (
        <span className="dim num" aria-hidden="true">
          {t('link.in', { seconds: nextFetchS })}
        </span>
      )}
    </div>
  );
}
