import { SYNC_GOAL_MS, framesIn, faultsOf, type Comparison } from './compare.js';

/** Result of one producer. */
export interface Outcome {
  /** Null if there is nothing to compare: the reference has no picture. */
  readonly comparison: Comparison | null;
  /** Whether the producer lists all frames of the source. */
  readonly listsAll: boolean;
  /** What went wrong besides the comparison, for example a VOD that does not end. */
  readonly faults: readonly string[];
  /** Number of files of the VOD and its missing time, for the reader. */
  readonly about: string;
}

/** Prints one line per producer, and counts. */
export class Results {
  private passed = 0;
  private failed = 0;
  private skipped = 0;

  constructor(private readonly say: (line: string) => void) {}

  /** @returns whether the producer passed */
  add(id: string, outcome: Outcome): boolean {
    const { comparison, listsAll, faults, about } = outcome;
    const all = [...faults, ...(comparison === null ? [] : faultsOf(comparison, listsAll))];
    if (comparison === null && faults.length === 0) {
      this.skip(id, 'the reference records nothing either');
      return true;
    }
    const isOk = all.length === 0;
    if (isOk) this.passed += 1;
    else this.failed += 1;
    const measured = comparison === null ? '' : ` ${measuredText(comparison)}`;
    this.say(`${isOk ? 'ok  ' : 'FAIL'}  ${id}:${measured} (${about})${isOk ? '' : `; ${all.join('; ')}`}`);
    return isOk;
  }

  /** Result of a check that compares nothing. */
  addFaults(id: string, about: string, faults: readonly string[]): void {
    if (faults.length > 0) {
      this.fail(id, faults.join('; '));
      return;
    }
    this.passed += 1;
    this.say(`ok    ${id}: ${about}`);
  }

  skip(id: string, reason: string): void {
    this.skipped += 1;
    this.say(`skip  ${id}: ${reason}`);
  }

  /** @param reason several lines become one */
  fail(id: string, reason: string): void {
    this.failed += 1;
    this.say(`FAIL  ${id}: ${reason.replaceAll('\n', ' | ')}`);
  }

  get isGood(): boolean {
    return this.failed === 0;
  }

  get closingLine(): string {
    return `${String(this.passed)} passed, ${String(this.failed)} failed, ${String(this.skipped)} skipped`;
  }
}

const measuredText = ({ lost, lostByBoth, doubled, syncMs, got, reference }: Comparison): string =>
  [
    `lost ${String(framesIn(lost))}`,
    `doubled ${String(framesIn(doubled))}`,
    syncMs === null ? 'no sound to compare' : `sync ${syncMs > 0 ? '+' : ''}${String(syncMs)} ms`,
    `${String(got)} frames, reference ${String(reference)}`,
    ...(lostByBoth.length > 0 ? [`neither has ${String(framesIn(lostByBoth))}`] : []),
  ].join(', ');

/** Goals of each producer, for the header of a run. */
export const GOALS = `goals against the reference (ffmpeg -i URL -c copy): lost 0, doubled 0, sync within ${String(SYNC_GOAL_MS)} ms`;
