import { type Vod } from '#libs/contracts';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type StripModel, ticksOf } from '../../components/strip/strip-model.js';
import { clock } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { chartOf, nearestTo, stepOf, type ChartPoint } from './viewers-model.js';
import { type Seek } from './moment.js';
import './viewers-chart.css';

const TICKS = 7;

interface ChartProps {
  readonly vod: Vod;
  readonly model: StripModel;
  readonly onSeek?: Seek;
}

/**
 * How many watched, on the strip's own time axis. A pointer or the arrow keys read single counts; Enter or a click
 * moves the player where one is open.
 */
export function ViewersChart({ vod, model, onSeek }: ChartProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [picked, setPicked] = useState<number | null>(null);
  const chart = chartOf(model, vod.viewers);
  if (chart === null) return null;
  const at = picked === null ? null : (chart.points[Math.min(picked, chart.points.length - 1)] ?? null);
  const said = (p: ChartPoint): string =>
    t('viewers.at', { count: p.amount, amount: p.amount.toLocaleString(locale), time: clock(p.fileMs) });
  const shareAt = (e: PointerEvent): number => {
    const box = e.currentTarget.getBoundingClientRect();
    return (e.clientX - box.left) / box.width;
  };
  const onKey = (e: KeyboardEvent): void => {
    const step = stepOf(e.key, picked ?? chart.points.length - 1, chart.points.length);
    if (step !== null) {
      e.preventDefault();
      setPicked(step);
    }
    if (e.key === 'Enter' && at !== null) onSeek?.(at.fileMs / 1000);
  };
  return (
    <section className="viewers">
      <h3>
        {t('viewers.title')}{' '}
        <span className="dim num">
          {t('viewers.most', { most: chart.most.toLocaleString(locale), mean: chart.mean.toLocaleString(locale) })}
        </span>
      </h3>
      <div
        className={`viewers-chart${onSeek === undefined ? '' : ' viewers-seek'}`}
        role="slider"
        tabIndex={0}
        aria-label={t('viewers.title')}
        aria-valuemin={0}
        aria-valuemax={chart.most}
        aria-valuenow={(at ?? chart.last).amount}
        aria-valuetext={said(at ?? chart.last)}
        onPointerMove={(e) => {
          setPicked(nearestTo(chart.points, shareAt(e)));
        }}
        onPointerLeave={() => {
          setPicked(null);
        }}
        onBlur={() => {
          setPicked(null);
        }}
        onKeyDown={onKey}
        onClick={() => {
          if (at !== null) onSeek?.(at.fileMs / 1000);
        }}
      >
        <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
          <polygon points={chart.area} />
          <polyline points={chart.line} vectorEffect="non-scaling-stroke" />
        </svg>
        {at !== null && (
          <>
            <span className="viewers-cursor" style={{ '--share': `${at.share * 100}%` }} />
            <span className="viewers-tip num" style={{ '--share': `${at.share * 100}%` }}>
              {said(at)}
            </span>
          </>
        )}
      </div>
      <div className="strip-axis" aria-hidden="true">
        {ticksOf(model, TICKS).map((ms) => (
          <span key={ms}>{clock(ms)}</span>
        ))}
      </div>
    </section>
  );
}
