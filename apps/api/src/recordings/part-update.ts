import { type EVENTS, type Payload } from '#libs/contracts';
import { mergeNotices } from '#libs/domain';
import { PartEntity } from '../persistence/entities/part.entity.js';

type PartEnded = Payload<typeof EVENTS.partEnded>;

/** New data of a part. `alive`: its recorder sent them just now. */
export interface PartUpdate extends Partial<Omit<PartEnded, 'cause' | 'reason' | 'notices'>> {
  readonly partId: string;
  readonly recorder: string;
  readonly startedAt: number;
  readonly rendition?: string;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly fps?: number | null;
  readonly endedAt?: number;
  readonly alive?: boolean;
  readonly cause?: PartEnded['cause'];
  readonly notices?: Readonly<PartEnded['notices']>;
}

const TOTALS = ['bytes', 'mediaMs', 'missingMs', 'gaps'] as const;
const PICTURE = ['width', 'height', 'fps'] as const;

/** Creates the row of a part without any totals. */
export function newPart(vodUuid: string, update: PartUpdate): PartEntity {
  return Object.assign(new PartEntity(), {
    partId: update.partId,
    vodUuid,
    recorder: update.recorder,
    startedAt: update.startedAt,
    endedAt: null,
    cause: null,
    segments: 0,
    bytes: 0,
    mediaMs: 0,
    doubledMs: null,
    missingMs: 0,
    gaps: 0,
    notices: [],
    rendition: '',
    width: null,
    height: null,
    fps: null,
  });
}

/** Merges new data into a part. Totals only grow and an end is final, so repeated and older data change nothing. */
export function mergeUpdate(part: PartEntity, update: PartUpdate): void {
  // A recorder announces a part with its first segment. So a row counts at least one segment, and the state of the VOD
  // depends on it.
  part.segments = Math.max(part.segments, update.segments ?? (update.endedAt === undefined ? 1 : 0));
  for (const key of TOTALS) part[key] = Math.max(part[key], update[key] ?? 0);
  for (const key of PICTURE) part[key] ??= update[key] ?? null;
  part.startedAt = Math.min(part.startedAt, update.startedAt);
  if (update.rendition) part.rendition = update.rendition;
  part.notices = mergeNotices(part.notices, update.notices ?? []);
  mergeEnd(part, update);
}

/** If a part was marked as lost but its recorder was only slow, the recorder's own report wins. */
function mergeEnd(part: PartEntity, { endedAt, alive, cause = 'lost' }: PartUpdate): void {
  if (alive === true && part.cause === 'lost') Object.assign(part, { endedAt: null, cause: null });
  if (endedAt === undefined || (part.endedAt !== null && part.cause !== 'lost')) return;
  Object.assign(part, { endedAt, cause });
}
