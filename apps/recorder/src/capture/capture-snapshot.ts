import { type Payload, type PULSES } from '#libs/contracts';
import { PartTotals } from './part-totals.js';
import { type Part } from './part.js';

export type CaptureSnapshot = Payload<typeof PULSES.captureSnapshot>;
type Head = Pick<CaptureSnapshot, 'vodUuid' | 'partId' | 'recorder' | 'at' | 'state' | 'note' | 'chat'>;

/** The snapshot that the recorder publishes. Totals are those of the part that is being written. */
export function snapshotOf({ part, ...head }: Head & { readonly part: Part | null }): CaptureSnapshot {
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
  };
}
