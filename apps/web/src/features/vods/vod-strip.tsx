import { type Vod } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { Strip } from '../../components/strip/strip.js';
import { stripOf } from '../../components/strip/strip-model.js';
import { clock, seconds } from '../../lib/format.js';
import { useGrowing } from '../../lib/use-growing.js';
import { useLocale } from '../../lib/use-locale.js';
import { isRecording } from './vod-state.js';

/** The strip of one VOD, with its growing edge while it is recorded. */
export function VodStrip({ vod, size }: { readonly vod: Vod; readonly size: 'row' | 'tile' | 'big' }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const mediaMs = useGrowing(vod.media_ms, isRecording(vod) && vod.live?.state === 'writing');
  const model = stripOf(vod, { grownMs: mediaMs - vod.media_ms });
  return <Strip model={model} size={size} label={t('strip.label', { length: clock(mediaMs), count: model.gaps.length, missing: seconds(vod.missing_ms, locale) })} />;
}
