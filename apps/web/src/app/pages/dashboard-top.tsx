import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannels } from '../../api/channel.js';
import { Meter } from '../../components/ui/meter.js';
import { bytes } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';

/** Below a tenth free the meter warns: a few recordings of 8 Mbit/s fill that within days on common disks. */
const LOW = 0.9;

export function DashboardTop({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { channels, loaded, totalSize, freeSize } = useChannels();
  const used = totalSize + freeSize > 0 ? totalSize / (totalSize + freeSize) : 0;
  const counts = {
    live: channels.filter((c) => c.is_live).length,
    recording: channels.filter((c) => c.is_capturing).length,
    vods: channels.reduce((sum, c) => sum + c.vods_count, 0),
  };
  return (
    <div className="page-top">
      <h1>{t('page.dashboard')}</h1>
      {loaded && channels.length > 0 && (
        <div className="counts num">
          <span>
            <b>{counts.live}</b> {t('dashboard.live')}
          </span>
          <span>
            <b>{counts.recording}</b> {t('dashboard.recording')}
          </span>
          <span>
            <b>{counts.vods}</b> {t('dashboard.count', { count: counts.vods })}
          </span>
          <span>
            <b>{bytes(totalSize, locale)}</b>
          </span>
        </div>
      )}
      <span className="grow" />
      {loaded && freeSize > 0 && (
        <div className="disk num">
          <span>{t('dashboard.free', { size: bytes(freeSize, locale) })}</span>
          <Meter
            value={used}
            tone={used > LOW ? 'warn' : 'accent'}
            label={t('dashboard.used', { used: bytes(totalSize, locale), free: bytes(freeSize, locale) })}
          />
        </div>
      )}
      {children}
    </div>
  );
}
