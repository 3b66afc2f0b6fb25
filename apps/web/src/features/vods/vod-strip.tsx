import { type Vod } from '#libs/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPause, type StripModel, stripOf } from '../../components/strip/strip-model.js';
import { chapterSpans, viewerPoints } from '../../components/strip/strip-chapters.js';
import { Strip } from '../../components/strip/strip.js';
import { clock, longClock, seconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import { isRecording } from './vod-state.js';

/** As many as a row has room for. */
const POINTS = 120;

/** The strip of one VOD, with its growing edge while it is recorded. */
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
  const mediaMs = useGrowing(vod.media_ms, isRecording(vod) && vod.live?.state === 'writing');
  return (long ? longClock : clock)(mediaMs);
}

/** The strip's picture of a VOD right now; its edge moves between two reports of the server. */
export function useStripModel(vod: Vod): { readonly model: StripModel; readonly mediaMs: number } {
  const mediaMs = useGrowing(vod.media_ms, isRecording(vod) && vod.live?.state === 'writing');
  return { model: stripOf(vod, { grownMs: mediaMs - vod.media_ms }), mediaMs };
}

const TRUST_MS = 10_000;

/**
 * A length that grows in real time between two reports of the server. It stops growing 10 s after the last one, so that
 * a stalled recording does not look as if it went on.
 */
function useGrowing(reportedMs: number, growing: boolean): number {
  const now = useNow();
  const [seen, setSeen] = useState({ reportedMs, at: now });
  if (seen.reportedMs !== reportedMs) setSeen({ reportedMs, at: now });
  const since = seen.reportedMs === reportedMs ? now - seen.at : 0;
  return growing ? reportedMs + Math.min(TRUST_MS, Math.max(0, since)) : reportedMs;
}
