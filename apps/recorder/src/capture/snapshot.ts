import { type Payload, type PULSES } from '#libs/contracts';
import { type Part } from './part.js';

type Snapshot = Payload<typeof PULSES.captureSnapshot>;
type Head = Pick<Snapshot, 'vodUuid' | 'partId' | 'recorder' | 'at' | 'state' | 'note'>;

const NOTHING = { segments: 0, bytes: 0, mediaMs: 0, missingMs: 0, gaps: 0 };

/** Where a capture stands, as the others hear it. Totals are of the part that is being written. */
export function snapshotOf({ part, ...head }: Head & { readonly part: Part | null }): Snapshot {
  const totals = part?.totals;
  return {
    ...head, ...(totals?.snapshot() ?? NOTHING), startedAt: totals?.startedAt ?? head.at, lastSegmentAt: totals?.lastSegmentAt ?? null, bitrate: totals?.bitrate ?? 0,
    spooledBytes: part?.spooledBytes ?? 0, rendition: part?.plan.rendition ?? '',
  };
}
