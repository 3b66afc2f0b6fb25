import { useId } from 'react';
import { isPause, type StripModel, shareOf } from './strip-model.js';
import './strip.css';

export interface StripChapter { readonly at: number; readonly hue: number; readonly title: string }
export interface StripViewers { readonly at: number; readonly amount: number }
export interface StripProps {
  readonly model: StripModel;
  readonly size: 'row' | 'tile' | 'big' | 'seek';
  /** What a reader without eyes hears; for example `Timeline: 1:02:05, 2 gaps, 14 s missing`. */
  readonly label: string;
  readonly playhead?: number | undefined;
  readonly viewers?: readonly StripViewers[];
  readonly chapters?: readonly StripChapter[];
  readonly marks?: readonly number[];
}

const pct = (share: number): string => `${(share * 100).toFixed(3)}%`;

/** The product's own drawing: whether a recording is whole, in one look. Times are wall clock, ms since the Unix epoch. */
export function Strip({ model, size, label, playhead, viewers = [], chapters = [], marks = [] }: StripProps) {
  const hatch = `h${useId().replace(/\W/g, '')}`;
  const at = (wall: number): string => pct(shareOf(model, wall));
  const wide = (from: number, to: number): string => pct(shareOf(model, to) - shareOf(model, from));
  return (
    <svg className={`strip strip-${size}${viewers.length > 1 ? ' has-viewers' : ''}`} role="img" aria-label={label}>
      <defs><pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect className="strip-hatch" width="2.2" height="5" /></pattern></defs>
      <rect className="strip-bed" x="0" width="100%" />
      {viewers.length > 1 && <Viewers model={model} viewers={viewers} />}
      {model.media.map((s) => <rect key={s.from} className="strip-media" x={at(s.from)} width={wide(s.from, s.to)} />)}
      {chapters.map((c, i) => <rect key={c.at} className="strip-chapter" style={{ fill: `oklch(var(--cat-l) var(--cat-c) ${c.hue})` }} x={at(c.at)} width={wide(c.at, chapters[i + 1]?.at ?? model.end)}><title>{c.title}</title></rect>)}
      {model.joins.map((wall) => <line key={wall} className="strip-join" x1={at(wall)} x2={at(wall)} y1="0" y2="100%" />)}
      {model.gaps.map((g) => (
        <g key={g.from} className={isPause(g) ? 'strip-pause' : 'strip-gap'}>
          {!isPause(g) && <rect x={at(g.from)} width={wide(g.from, g.to)} height="100%" fill={`url(#${hatch})`} />}
          <line x1={at(g.from)} x2={at(g.from)} y1="0" y2="100%" />
        </g>
      ))}
      {marks.map((wall) => <line key={wall} className="strip-mark" x1={at(wall)} x2={at(wall)} y1="0" y2="100%" />)}
      {model.growing && <line className="strip-edge" x1="100%" x2="100%" y1="0" y2="100%" />}
      {playhead !== undefined && <line className="strip-playhead" x1={at(playhead)} x2={at(playhead)} y1="0" y2="100%" />}
    </svg>
  );
}

function Viewers({ model, viewers }: { readonly model: StripModel; readonly viewers: readonly StripViewers[] }) {
  const most = Math.max(1, ...viewers.map((v) => v.amount));
  const line = viewers.map((v) => `${(shareOf(model, v.at) * 1000).toFixed(1)},${(100 - (v.amount / most) * 96).toFixed(1)}`).join(' ');
  return (
    <svg className="strip-viewers" viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
      <polygon points={`0,100 ${line} 1000,100`} />
      <polyline points={line} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
