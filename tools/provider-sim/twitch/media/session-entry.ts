import type { LiveSegment } from '../../channel/live-window.js';
import type { AdPiece, AdPod } from './ad-pieces.js';

/** An ad break in one session. `startsAt` is wall-clock time, like that of the content it replaces. */
export interface AdBreak {
  readonly id: string;
  readonly roll: 'PREROLL' | 'MIDROLL';
  readonly startsAt: number;
  /** When its first segments are listed; the others follow at playback speed. */
  readonly opensAt: number;
  readonly pod: AdPod;
  /** Number in the titles of its ads. */
  readonly number: number;
}

interface Listed {
  readonly seq: number;
  readonly discontinuity: boolean;
  readonly startsAt: number;
  readonly durationMs: number;
}
/** A segment of the channel; `index` is its index among all segments that the channel offered. */
interface ContentEntry extends Listed {
  readonly kind: 'content';
  readonly index: number;
  readonly segment: LiveSegment;
}
export interface PlacedAd {
  readonly adBreak: AdBreak;
  readonly piece: AdPiece;
}
interface AdEntry extends Listed, PlacedAd {
  readonly kind: 'ad';
}
/** An entry of a session's media playlist. `seq` is the session's own media sequence. */
export type SessionEntry = ContentEntry | AdEntry;
