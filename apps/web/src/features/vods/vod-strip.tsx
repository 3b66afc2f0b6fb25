import { type Vod } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { Strip } from '../../components/strip/strip.js';
import { isPause } from '../../components/strip/strip-model.js';
import { chapterSpans, viewerPoints } from '../../components/strip/strip-story.js';
import { clock, seconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { useStripModel } from './use-strip-model.js';

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
