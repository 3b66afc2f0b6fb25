import { type CaptureNotice, type GapCause, type SegmentInfo } from '#libs/contracts';
import { type CapturedAd } from '../ads/ad-breaks.js';
import { type Lent } from '../http/buffer-pool.js';
import { type Epoch } from './epoch-tracker.js';
import { type InitSection } from './fetch-segment.js';

/** A whole, decrypted segment, in the source's order. The receiver releases `body` after it has stored it. */
export interface CapturedSegment {
  readonly info: SegmentInfo;
  readonly body: Lent;
}

/** Media that could not be captured. Times are as accurate as possible; `at` is ms since the Unix epoch. */
export interface CapturedGap {
  readonly epoch: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly at: number;
  readonly durMs: number;
  readonly cause: GapCause;
}

/**
 * The destination of a capture. Calls come in the order of the source, one at a time; a slow call delays the next
 * calls, but never the playlist. The init section of an epoch comes before the epoch, and an epoch before its first
 * segment.
 */
export interface CaptureSink {
  init(section: InitSection): Promise<void>;
  epoch(epoch: Epoch): Promise<void>;
  segment(segment: CapturedSegment): Promise<void>;
  gap(gap: CapturedGap): Promise<void>;
  ad(ad: CapturedAd): Promise<void>;
  /** Called at each occurrence, also between two other calls. */
  notice(notice: CaptureNotice): void;
}
