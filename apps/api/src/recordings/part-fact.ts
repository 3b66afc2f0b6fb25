import { type EVENTS, type Payload } from '#libs/contracts';
import { PartEntity } from '../persistence/entities/part.entity.js';

type PartEnded = Payload<typeof EVENTS.partEnded>;

/** What is known of a part; `alive` when its recorder itself spoke just now. */
export interface PartFact extends Partial<Omit<PartEnded, 'cause'>> {
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

/** A part of which nothing is told yet. */
export function newPart(vodUuid: string, fact: PartFact): PartEntity {
  return Object.assign(new PartEntity(), {
    partId: fact.partId,
    vodUuid,
    recorder: fact.recorder,
    startedAt: fact.startedAt,
    endedAt: null,
    cause: null,
    reason: null,
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
export function mergeFact(part: PartEntity, fact: PartFact): void {
  // A part is announced with its first segment, so a row always has one: the state of a VOD hangs on it.
  part.segments = Math.max(part.segments, fact.segments ?? (fact.endedAt === undefined ? 1 : 0));
  for (const key of TOTALS) part[key] = Math.max(part[key], fact[key] ?? 0);
  for (const key of PICTURE) part[key] ??= fact[key] ?? null;
  part.startedAt = Math.min(part.startedAt, fact.startedAt);
  if (fact.rendition) part.rendition = fact.rendition;
  mergeEnd(part, fact);
}

/** A part taken for lost whose recorder was only slow: its own word counts. */
function mergeEnd(part: PartEntity, { endedAt, alive, cause = 'lost', reason = null }: PartFact): void {
  if (alive === true && part.cause === 'lost') Object.assign(part, { endedAt: null, cause: null, reason: null });
  if (endedAt === undefined || (part.endedAt !== null && part.cause !== 'lost')) return;
  Object.assign(part, { endedAt, cause, reason });
}
