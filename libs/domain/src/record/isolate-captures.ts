/** What is known of a VOD whose recorder died while it recorded the VOD. Times in ms since the Unix epoch. */
export interface Suspicion {
  /** The process that died last with this VOD. VODs of the same process are suspects together. */
  readonly process: string;
  readonly deaths: number;
  /** Time of the last death, or of the last retry. */
  readonly since: number;
  /** Number of the isolated recorder that records it; null: there is none, or it is set aside. */
  readonly recorder: number | null;
  /** Nobody records it until then; null: it is recorded. */
  readonly setAsideUntil: number | null;
}

/** The end of a recorder process, with the VODs whose leases it held. */
export interface RecorderDeath {
  readonly process: string;
  readonly vodUuids: readonly string[];
  readonly at: number;
}

/** All suspects by VOD uuid. */
export type Suspicions = ReadonlyMap<string, Suspicion>;

/** A suspect is clear after this time without another death. */
const CALM_MS = 10 * 60_000;
const RETRY_MS = 3_600_000;

/**
 * Changes that follow from a death; null: no suspect any more. The suspects of the process that died continue in the
 * isolated recorders, spread evenly, so that each further death leaves fewer of them. The others of their first death
 * are clear. A suspect that was alone in the process is what kills: it is set aside.
 *
 * @param recorders number of isolated recorders
 */
export function isolateCaptures(
  death: RecorderDeath,
  suspicions: Suspicions,
  recorders: number,
): Map<string, Suspicion | null> {
  // Sorted, so that captures which die again before they reached their recorders keep their recorders.
  const held = [...death.vodUuids].sort();
  if (held.some((vod) => isKnown(death, suspicions.get(vod)))) return new Map();
  const known = held.filter((vod) => suspicions.has(vod));
  const isCulprit = held.length === 1 && known.length === 1;
  const changes = new Map<string, Suspicion | null>(clearedBy(known, held, suspicions).map((vod) => [vod, null]));
  const loads = new Loads(recorders, without(suspicions, [...changes.keys(), ...held]));
  for (const vod of known.length > 0 ? known : held)
    changes.set(vod, {
      process: death.process,
      deaths: (suspicions.get(vod)?.deaths ?? 0) + 1,
      since: death.at,
      recorder: isCulprit ? null : loads.next(),
      setAsideUntil: isCulprit ? death.at + RETRY_MS : null,
    });
  return changes;
}

/** The same death, or one before it: the bus may deliver a report again after the next one. */
const isKnown = ({ process, at }: RecorderDeath, suspicion: Suspicion | undefined): boolean =>
  suspicion !== undefined && (suspicion.process === process || suspicion.since > at);

/** Suspects of the same earlier deaths as the `known` ones, which were in other processes than the one that died. */
function clearedBy(known: readonly string[], held: readonly string[], suspicions: Suspicions): string[] {
  const origins = new Set(known.map((vod) => suspicions.get(vod)?.process));
  return [...suspicions]
    .filter(
      ([vod, { process, setAsideUntil }]) => setAsideUntil === null && origins.has(process) && !held.includes(vod),
    )
    .map(([vod]) => vod);
}

/** Changes that follow from the time: a suspect is clear, or one that was set aside is tried again. */
export function reviewSuspects(suspicions: Suspicions, now: number, recorders: number): Map<string, Suspicion | null> {
  const changes = new Map<string, Suspicion | null>();
  const loads = new Loads(recorders, suspicions.values());
  for (const [vod, suspicion] of suspicions) {
    const { since, setAsideUntil } = suspicion;
    if (setAsideUntil === null) {
      if (now - since >= CALM_MS) changes.set(vod, null);
    } else if (now >= setAsideUntil) {
      changes.set(vod, { ...suspicion, since: now, recorder: loads.next(), setAsideUntil: null });
    }
  }
  return changes;
}

/** Counts the captures of each isolated recorder, and gives the next one to the recorder with the fewest. */
class Loads {
  private readonly loads: number[];

  constructor(recorders: number, suspicions: Iterable<Suspicion>) {
    this.loads = Array.from({ length: recorders }, () => 0);
    for (const { recorder } of suspicions) if (recorder !== null) this.add(recorder);
  }

  /** @returns null if there is no isolated recorder */
  next(): number | null {
    if (this.loads.length === 0) return null;
    const recorder = this.loads.indexOf(Math.min(...this.loads)) + 1;
    this.add(recorder);
    return recorder;
  }

  private add(recorder: number): void {
    const load = this.loads[recorder - 1];
    if (load !== undefined) this.loads[recorder - 1] = load + 1;
  }
}

const without = (suspicions: Suspicions, vods: readonly string[]): Suspicion[] =>
  [...suspicions].flatMap(([vod, suspicion]) => (vods.includes(vod) ? [] : [suspicion]));
