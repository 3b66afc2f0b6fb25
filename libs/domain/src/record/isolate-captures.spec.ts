import { describe, expect, it } from '@jest/globals';
import { isolateCaptures, reviewSuspects, type Suspicion } from './isolate-captures.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const MAX_DEATHS = 50;

/** An installation whose recordings `kill` whatever records them, until nothing dies any more. */
class Installation {
  readonly suspicions = new Map<string, Suspicion>();
  deaths = 0;

  constructor(
    private readonly vods: readonly string[],
    private readonly killers: readonly string[],
    private readonly recorders = 4,
  ) {}

  /** Captures of each process: the isolated recorders, and the common one. */
  get processes(): string[][] {
    const byRecorder = Map.groupBy(
      this.vods.filter((vod) => (this.suspicions.get(vod)?.setAsideUntil ?? null) === null),
      (vod) => this.suspicions.get(vod)?.recorder ?? 0,
    );
    return [...byRecorder.values()];
  }
  get setAside(): string[] {
    return this.vods.filter((vod) => (this.suspicions.get(vod)?.setAsideUntil ?? null) !== null);
  }

  settle(at = 0): void {
    const dying = (): string[] | undefined =>
      this.processes.find((vods) => vods.some((vod) => this.killers.includes(vod)));
    for (let vodUuids = dying(); vodUuids && this.deaths < MAX_DEATHS; vodUuids = dying()) {
      this.deaths += 1;
      this.apply(
        isolateCaptures({ process: `p${String(this.deaths)}`, vodUuids, at }, this.suspicions, this.recorders),
      );
    }
  }

  apply(changes: ReadonlyMap<string, Suspicion | null>): void {
    for (const [vod, suspicion] of changes)
      if (suspicion) this.suspicions.set(vod, suspicion);
      else this.suspicions.delete(vod);
  }
}

const vods = (count: number): string[] => Array.from({ length: count }, (_, n) => `v${String(n)}`);

describe('isolateCaptures', () => {
  it('integrity-13 continues each capture of a dead recorder in a process of its own', () => {
    const changes = isolateCaptures({ process: 'p', vodUuids: vods(4), at: 7 }, new Map(), 4);
    expect([...changes.values()].map((s) => s?.recorder)).toEqual([1, 2, 3, 4]);
    expect(changes.get('v0')).toEqual({ process: 'p', deaths: 1, since: 7, recorder: 1, setAsideUntil: null });
  });

  it.each([
    [1, 2],
    [4, 2],
    [16, 3],
    [64, 4],
  ])(
    'integrity-13 finds the one of %i captures that kills after %i deaths, and sets only that one aside',
    (n, deaths) => {
      for (const killer of [0, n - 1]) {
        const installation = new Installation(vods(n), [`v${String(killer)}`]);
        installation.settle();
        expect(installation).toMatchObject({ setAside: [`v${String(killer)}`], deaths });
        expect([...installation.suspicions.keys()]).toEqual([`v${String(killer)}`]);
      }
    },
  );

  it('integrity-13 suspects only the suspects of a process that had others too', () => {
    const installation = new Installation(vods(3), []);
    installation.apply(isolateCaptures({ process: 'p', vodUuids: ['v0'], at: 0 }, installation.suspicions, 4));
    installation.apply(isolateCaptures({ process: 'q', vodUuids: vods(3), at: 0 }, installation.suspicions, 4));
    expect([...installation.suspicions].map(([vod, { deaths }]) => [vod, deaths])).toEqual([['v0', 2]]);
    expect(installation.setAside).toEqual([]);
  });

  it('integrity-13 finds two that kill', () => {
    const installation = new Installation(vods(10), ['v3', 'v4']);
    installation.settle();
    expect(installation.setAside).toEqual(['v3', 'v4']);
  });

  it('integrity-13 sets nothing aside that is never alone in a process', () => {
    const installation = new Installation(vods(3), ['v1'], 0);
    installation.settle();
    expect(installation).toMatchObject({ setAside: [], deaths: MAX_DEATHS });
    expect([...installation.suspicions.values()].map(({ deaths }) => deaths)).toEqual([50, 50, 50]);
  });

  it('integrity-13 counts a death that is reported twice once', () => {
    const installation = new Installation(vods(1), ['v0']);
    const death = { process: 'p', vodUuids: ['v0'], at: 0 };
    installation.apply(isolateCaptures(death, installation.suspicions, 4));
    expect(isolateCaptures(death, installation.suspicions, 4).size).toBe(0);
  });

  it('integrity-13 ignores a death that is reported again after a later one, or after its retry', () => {
    const installation = new Installation(vods(1), ['v0']);
    const death = (process: string, at: number) =>
      isolateCaptures({ process, vodUuids: ['v0'], at }, installation.suspicions, 4);
    installation.apply(death('p1', 1));
    installation.apply(death('p2', 2));
    expect(death('p1', 1).size).toBe(0);
    installation.apply(reviewSuspects(installation.suspicions, HOUR_MS + 2, 4));
    expect(death('p1', 1).size).toBe(0);
    expect(death('p3', HOUR_MS + 3).size).toBe(1);
  });
});

describe('reviewSuspects', () => {
  it('integrity-13 tries a recording that was set aside again after an hour, in a process of its own', () => {
    const installation = new Installation(vods(3), ['v1']);
    installation.settle();
    expect(reviewSuspects(installation.suspicions, HOUR_MS - 1, 4).size).toBe(0);
    installation.apply(reviewSuspects(installation.suspicions, HOUR_MS, 4));
    expect(installation.processes).toContainEqual(['v1']);
    installation.settle(HOUR_MS);
    expect(installation).toMatchObject({ setAside: ['v1'], deaths: 3 });
    expect(reviewSuspects(installation.suspicions, 2 * HOUR_MS, 4).size).toBe(1);
  });

  it('integrity-13 clears a suspect after ten minutes without a death', () => {
    const installation = new Installation(vods(1), []);
    const { suspicions } = installation;
    installation.apply(isolateCaptures({ process: 'p', vodUuids: ['v0'], at: 0 }, suspicions, 4));
    expect(reviewSuspects(suspicions, 10 * MINUTE_MS - 1, 4).size).toBe(0);
    expect(reviewSuspects(suspicions, 10 * MINUTE_MS, 4).get('v0')).toBeNull();
  });
});
