import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { seconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { type GapSpan, isPause, type StripModel, shareOf } from './strip-model.js';
import { type ChapterSpan } from './strip-chapters.js';
import { type ViewerPoint } from './viewer-points.js';
import './strip.css';

export interface StripProps {
  readonly model: StripModel;
  readonly size: 'row' | 'tile' | 'big' | 'seek';
  /** What a screen reader announces; for example `Timeline: 1:02:05, 2 gaps, 14 s missing`. */
  readonly label: string;
  readonly playhead?: number | undefined;
  readonly viewers?: readonly ViewerPoint[];
  readonly chapters?: readonly ChapterSpan[];
  readonly marks?: readonly number[];
}

const pct = (share: number): string => `${(share * 100).toFixed(3)}%`;

/**
 * Draws a recording so that the user sees at once whether it is complete. Times are wall clock, ms since the Unix
 * epoch.
 */
export function Strip({ model, size, label, playhead, viewers = [], chapters = [], marks = [] }: StripProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const hatch = `h${useId().replace(/\W/g, '')}`;
  const at = (wall: number): string => pct(shareOf(model, wall));
  const wide = (from: number, to: number): string => pct(shareOf(model, to) - shareOf(model, from));
  return (
    <svg className={`strip strip-${size}${viewers.length > 1 ? ' has-viewers' : ''}`} role="img" aria-label={label}>
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="strip-hatch" width="2.2" height="5" />
        </pattern>
      </defs>
      <rect className="strip-bed" x="0" width="100%" />
      {viewers.length > 1 && <Viewers model={model} viewers={viewers} />}
      {model.media.map((s) => (
        <rect key={s.from} className="strip-media" x={at(s.from)} width={wide(s.from, s.to)} />
      ))}
      {chapters.map((c) => (
        <rect
          key={c.from}
          className={`strip-chapter${c.hue === null ? ' strip-plain' : ''}`}
          style={{ '--hue': c.hue ?? 0 }}
          x={at(c.from)}
          width={wide(c.from, c.to)}
        >
          <title>{c.title}</title>
        </rect>
      ))}
      {chapters
        .filter((c, i) => i > 0 && chapters[i - 1]?.to === c.from)
        .map((c) => (
          <line key={c.from} className="strip-join" x1={at(c.from)} x2={at(c.from)} y1="0" y2="100%" />
        ))}
      {model.joins.map((wall) => (
        <line key={wall} className="strip-join" x1={at(wall)} x2={at(wall)} y1="0" y2="100%" />
      ))}
      {model.gaps.map((g) => (
        <Gap key={g.from} gap={g} x={at(g.from)} width={wide(g.from, g.to)} hatch={hatch} />
      ))}
      {model.trackGaps.map((g) => (
        <g key={`${String(g.from)} ${g.text}`} className="strip-gap strip-track-gap">
          <title>{t('strip.gap', { length: seconds(g.to - g.from, locale), why: g.text })}</title>
          <rect x={at(g.from)} width={wide(g.from, g.to)} fill={`url(#${hatch})`} />
        </g>
      ))}
      {marks.map((wall) => (
        <line key={wall} className="strip-mark" x1={at(wall)} x2={at(wall)} y1="0" y2="100%" />
      ))}
      {model.growing && <line className="strip-edge" x1="100%" x2="100%" y1="0" y2="100%" />}
      {playhead !== undefined && (
        <line className="strip-playhead" x1={at(playhead)} x2={at(playhead)} y1="0" y2="100%" />
      )}
    </svg>
  );
}

/** A loss is hatched red. Ads are a quiet band, because they could not have been recorded. Other pauses stay empty. */
function Gap({
  gap,
  x,
  width,
  hatch,
}: {
  readonly gap: GapSpan;
  readonly x: string;
  readonly width: string;
  readonly hatch: string;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const length = seconds(gap.to - gap.from, locale);
  const pause = isPause(gap);
  return (
    <g className={gap.cause === 'ad' ? 'strip-ad' : pause ? 'strip-pause' : 'strip-gap'}>
      <title>
        {gap.cause === 'ad'
          ? t('strip.ads', { length })
          : t('strip.gap', { length, why: t(`gaps.cause.${gap.cause}`) })}
      </title>
      <rect x={x} width={width} fill={pause ? 'transparent' : `url(#${hatch})`} />
      <line x1={x} x2={x} y1="0" y2="100%" />
    </g>
  );
}

function Viewers({ model, viewers }: { readonly model: StripModel; readonly viewers: readonly ViewerPoint[] }) {
  const most = Math.max(1, ...viewers.map((v) => v.amount));
  const line = viewers
    .map((v) => `${(shareOf(model, v.at) * 1000).toFixed(1)},${(100 - (v.amount / most) * 96).toFixed(1)}`)
    .join(' ');
  return (
    <svg className="strip-viewers" viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
      <polygon points={`0,100 ${line} 1000,100`} />
      <polyline points={line} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
