import { type Payload, type PULSES } from '#libs/contracts';
import { type Part } from './part.js';
import { PartTotals } from './part-totals.js';

type Snapshot = Payload<typeof PULSES.captureSnapshot>;
type Head = Pick<Snapshot, 'vodUuid' | 'partId' | 'recorder' | 'at' | 'state' | 'note' | 'chat'>;

/** Where a capture stands, as the others hear it. Totals are of the part that is being written. */
export function snapshotOf({ part, ...head }: Head & { readonly part: Part | null }): Snapshot {
  const totals = part?.totals ?? new PartTotals();
  const { spooledBytes, rendition } = part
    ? { spooledBytes: part.spooledBytes, rendition: part.plan.rendition }
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
