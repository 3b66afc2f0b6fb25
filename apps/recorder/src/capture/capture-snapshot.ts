import { MAX_FINISHING_PARTS, type Payload, type PULSES } from '#libs/contracts';
import { PartTotals } from './part-totals.js';
import { type Part } from './part.js';

export type CaptureSnapshot = Payload<typeof PULSES.captureSnapshot>;
type Head = Pick<CaptureSnapshot, 'vodUuid' | 'partId' | 'recorder' | 'at' | 'state' | 'note' | 'chat'>;

interface Parts {
  /** The part that is being written. */
  readonly part: Part | null;
  /** Parts and renditions that have ended and wait for storage, the oldest first. */
  readonly finishing: Iterable<Part>;
}

/** The snapshot that the recorder publishes. Totals are those of the part that is being written. */
export function snapshotOf({ part, finishing, ...head }: Head & Parts): CaptureSnapshot {
  const totals = part?.totals ?? new PartTotals();
  const { spooledBytes, rendition } = part
    ? { spooledBytes: part.spooledBytes, rendition: part.rendition }
    : { spooledBytes: 0, rendition: '' };
  return {
    ...head,
    ...totals.snapshot(),
    startedAt: totals.startedAt ?? head.at,
    lastSegmentAt: totals.lastSegmentAt,
    bitrate: totals.bitrate,
    spooledBytes,
    rendition,
    finishing: [...new Set([...finishing].map(({ id }) => id))].slice(0, MAX_FINISHING_PARTS),
  };
}
