import { type EVENTS, type Payload } from '#libs/contracts';
import { PartEntity } from '../persistence/entities/part.entity.js';

type PartEnded = Payload<typeof EVENTS.partEnded>;

/** What is known of a part; `alive` when its recorder itself spoke just now. */
export interface PartUpdate extends Partial<Omit<PartEnded, 'cause' | 'reason'>> {
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
}

const TOTALS = ['bytes', 'mediaMs', 'missingMs', 'gaps'] as const;
const PICTURE = ['width', 'height', 'fps'] as const;

/** A part of which nothing is reported yet. */
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
    rendition: '',
    width: null,
    height: null,
    fps: null,
  });
}

/** Totals only grow, an end stays an end: an older or a repeated fact changes nothing. */
export function mergeUpdate(part: PartEntity, update: PartUpdate): void {
  // A part is announced with its first segment, so a row always has one: the state of a VOD hangs on it.
  part.segments = Math.max(part.segments, update.segments ?? (update.endedAt === undefined ? 1 : 0));
  for (const key of TOTALS) part[key] = Math.max(part[key], update[key] ?? 0);
  for (const key of PICTURE) part[key] ??= update[key] ?? null;
  part.startedAt = Math.min(part.startedAt, update.startedAt);
  if (update.rendition) part.rendition = update.rendition;
  mergeEnd(part, update);
}

/** A part taken for lost whose recorder was only slow: its own word counts. */
function mergeEnd(part: PartEntity, { endedAt, alive, cause = 'lost' }: PartUpdate): void {
  if (alive === true && part.cause === 'lost') Object.assign(part, { endedAt: null, cause: null });
  if (endedAt === undefined || (part.endedAt !== null && part.cause !== 'lost')) return;
  Object.assign(part, { endedAt, cause });
}
