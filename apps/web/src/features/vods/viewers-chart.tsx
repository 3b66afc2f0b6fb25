import { type Vod } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { type StripModel, ticksOf } from '../../components/strip/strip-model.js';
import { clock } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { type Seek } from './moment.js';
import { chartOf } from './viewers-model.js';
import { ViewersPlot } from './viewers-plot.js';
import './viewers-chart.css';

const TICKS = 7;

interface ChartProps {
  readonly vod: Vod;
  readonly model: StripModel;
  readonly onSeek?: Seek;
}

/** How many watched, on the strip's own time axis. */
export function ViewersChart({ vod, model, onSeek }: ChartProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const chart = chartOf(model, vod.viewers);
  if (chart === null) return null;
  return (
    <section className="viewers">
      <h3>
        {t('viewers.title')}{' '}
        <span className="dim num">
          {t('viewers.most', { most: chart.most.toLocaleString(locale), mean: chart.mean.toLocaleString(locale) })}
        </span>
      </h3>
      <ViewersPlot chart={chart} onSeek={onSeek} />
      <div className="strip-axis" aria-hidden="true">
        {ticksOf(model, TICKS).map((ms) => (
          <span key={ms}>{clock(ms)}</span>
        ))}
      </div>
    </section>
  );
}
