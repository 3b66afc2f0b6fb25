import { type Vod } from '#libs/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPause, type StripModel, stripOf } from '../../components/strip/strip-model.js';
import { chapterSpans } from '../../components/strip/strip-chapters.js';
import { viewerPoints } from '../../components/strip/viewer-points.js';
import { Strip } from '../../components/strip/strip.js';
import { clock, longClock, seconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import { isRecording } from './vod-state.js';

/** Maximum number of points in the viewer curve of a row. */
const POINTS = 120;

/** Strip of one VOD. Its end moves while the VOD is being recorded. */
export function VodStrip({ vod, size }: { readonly vod: Vod; readonly size: 'row' | 'tile' | 'big' }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { model, mediaMs } = useStripModel(vod);
  const label = t('strip.label', {
    length: clock(mediaMs),
    count: model.gaps.filter((g) => !isPause(g)).length,
    missing: seconds(vod.missing_ms, locale),
  });
  return (
    <Strip
      model={model}
      size={size}
      label={vod.ad_ms > 0 ? `${label}, ${t('strip.ads', { length: seconds(vod.ad_ms, locale) })}` : label}
      chapters={chapterSpans(model, vod.chapters)}
      viewers={size === 'big' ? [] : viewerPoints(model, vod.viewers, POINTS)}
    />
  );
}

export function VodLength({ vod, long = false }: { readonly vod: Vod; readonly long?: boolean }) {
  const mediaMs = useExtrapolatedLength(vod.media_ms, isRecording(vod) && vod.live?.state === 'writing');
  return (long ? longClock : clock)(mediaMs);
}

/** Strip model of a VOD, extrapolated between two updates from the server. */
export function useStripModel(vod: Vod): { readonly model: StripModel; readonly mediaMs: number } {
  const mediaMs = useExtrapolatedLength(vod.media_ms, isRecording(vod) && vod.live?.state === 'writing');
  return { model: stripOf(vod, { grownMs: mediaMs - vod.media_ms }), mediaMs };
}

const MAX_EXTRAPOLATION_MS = 10_000;

/**
 * Extrapolates a length in real time between two updates from the server. Stops 10 s after the last update, so that a
 * stalled recording does not appear to continue.
 */
function useExtrapolatedLength(reportedMs: number, growing: boolean): number {
  const now = useNow();
  const [lastUpdate, setLastUpdate] = useState({ reportedMs, at: now });
  if (lastUpdate.reportedMs !== reportedMs) setLastUpdate({ reportedMs, at: now });
  const elapsedMs = lastUpdate.reportedMs === reportedMs ? now - lastUpdate.at : 0;
  return growing ? reportedMs + Math.min(MAX_EXTRAPOLATION_MS, Math.max(0, elapsedMs)) : reportedMs;
}
