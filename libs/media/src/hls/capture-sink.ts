import { type GapCause, type SegmentInfo } from '#libs/contracts';
import { type CapturedAd } from '../ads/ad-breaks.js';
import { type Lent } from '../http/buffer-pool.js';
import { type Epoch } from './epoch-tracker.js';
import { type InitSection } from './fetch-segment.js';

/** A whole segment, clear, in the source's order. Whoever gets it releases `body` when it is stored. */
export interface CapturedSegment {
  readonly info: SegmentInfo;
  readonly body: Lent;
}

/** Media that could not be had, with times as well as they are known: `at` ms since the Unix epoch. */
export interface CapturedGap {
  readonly epoch: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly at: number;
  readonly durMs: number;
  readonly cause: GapCause;
}

/**
 * Where a capture goes. Called in the order of the source, one call at a time; a call that takes long holds back the
 * next ones, never the playlist. An epoch's init section comes before the epoch, an epoch before its first segment.
 */
export interface CaptureSink {
  init(section: InitSection): Promise<void>;
  epoch(epoch: Epoch): Promise<void>;
  segment(segment: CapturedSegment): Promise<void>;
  gap(gap: CapturedGap): Promise<void>;
  ad(ad: CapturedAd): Promise<void>;
}
