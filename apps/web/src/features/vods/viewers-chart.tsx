import { type Vod } from '#libs/contracts';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type StripModel, ticksOf } from '../../components/strip/strip-model.js';
import { clock } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { type Seek } from './seek-link.js';
import { type Chart, chartOf, type ChartPoint, nearestTo, stepOf } from './viewers-model.js';
import './viewers-chart.css';

const TICKS = 7;

interface ChartProps {
  readonly vod: Vod;
  readonly model: StripModel;
  readonly onSeek?: Seek;
}

/** Number of viewers, on the strip's time axis. */
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

/**
 * The counts as a line. A pointer or the arrow keys show single ones; Enter or a click seeks the player if one is open.
 */
function ViewersPlot({ chart, onSeek }: { readonly chart: Chart; readonly onSeek: Seek | undefined }) {
  const { t } = useTranslation();
  const pointText = usePointText();
  const [picked, setPicked] = useState<number | null>(null);
  const at = picked === null ? null : (chart.points[Math.min(picked, chart.points.length - 1)] ?? null);
  const leave = (): void => {
    setPicked(null);
  };
  const seek = (): void => {
    if (at !== null) onSeek?.(at.fileMs / 1000);
  };
  const onKey = (e: KeyboardEvent): void => {
    const step = stepOf(e.key, picked ?? chart.points.length - 1, chart.points.length);
    if (step !== null) {
      e.preventDefault();
      setPicked(step);
    }
    if (e.key === 'Enter') seek();
  };
  return (
    <div
      className={`viewers-chart${onSeek === undefined ? '' : ' viewers-seek'}`}
      role="slider"
      tabIndex={0}
      aria-label={t('viewers.title')}
      aria-valuemin={0}
      aria-valuemax={chart.most}
      aria-valuenow={(at ?? chart.last).amount}
      aria-valuetext={pointText(at ?? chart.last)}
      onPointerMove={(e) => {
        setPicked(nearestTo(chart.points, shareAt(e)));
      }}
      onPointerLeave={leave}
      onBlur={leave}
      onKeyDown={onKey}
      onClick={seek}
    >
      <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
        <polygon points={chart.area} />
        <polyline points={chart.line} vectorEffect="non-scaling-stroke" />
      </svg>
      {at !== null && <Cursor share={at.share} text={pointText(at)} />}
    </div>
  );
}

function Cursor({ share, text }: { readonly share: number; readonly text: string }) {
  const style = { '--share': `${share * 100}%` };
  return (
    <>
      <span className="viewers-cursor" style={style} />
      <span className="viewers-tip num" style={style}>
        {text}
      </span>
    </>
  );
}

/** Position of the pointer, 0 to 1 of the element's width. */
function shareAt(e: PointerEvent): number {
  const box = e.currentTarget.getBoundingClientRect();
  return (e.clientX - box.left) / box.width;
}

function usePointText(): (point: ChartPoint) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  return ({ amount, fileMs }) =>
    t('viewers.at', { count: amount, amount: amount.toLocaleString(locale), time: clock(fileMs) });
}
