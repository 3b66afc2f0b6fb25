import { describe, expect, it } from '@jest/globals';
import { TS_WRAP_MS } from '../inspect/ts-time.js';
import { EpochTracker, type FetchedFacts } from './epoch-tracker.js';

const at = (firstPtsMs: number | null, more: Partial<FetchedFacts> = {}): FetchedFacts => ({ container: 'ts', firstPtsMs, wrapMs: TS_WRAP_MS, durMs: 2000, pdtMs: null, arrivalAt: 1_000_000, discontinuity: false, reset: false, initCrc: null, ...more });
const causes = (...facts: readonly FetchedFacts[]): (string | undefined)[] => { const tracker = new EpochTracker(); return facts.map((f) => tracker.place(f).begins?.cause); };

describe('EpochTracker', () => {
  it.each<[string, FetchedFacts, string | undefined]>([
    ['time goes on', at(2000), undefined], ['time is half a second off', at(2500), undefined], ['time jumps by more than a second', at(3100), 'timestamp-jump'], ['time goes back', at(0), 'timestamp-jump'],
    ['there is a discontinuity though time goes on', at(2000, { discontinuity: true }), 'discontinuity'], ['the numbering starts again', at(2000, { reset: true, discontinuity: true }), 'sequence-reset'],
    ['the init section is another', at(2000, { initCrc: 'b' }), 'init-changed'], ['the container is another', at(2000, { container: 'fmp4' }), 'init-changed'], ['nothing is known of the time', at(null), undefined],
  ])('when %s', (_name, second, cause) => {
    expect(causes(at(0), second)).toEqual(['start', cause]);
  });

  it('unwraps the 33-bit clock inside an epoch', () => {
    const tracker = new EpochTracker();
    tracker.place(at(TS_WRAP_MS - 1000));
    const next = tracker.place(at(1000));
    expect(next.begins).toBeNull();
    expect(next.ptsMs).toBeCloseTo(TS_WRAP_MS + 1000, 3);
  });

  it('stays in the epoch over lost segments, and takes a lost discontinuity into account', () => {
    const tracker = new EpochTracker();
    tracker.place(at(0));
    tracker.lost(6000, false);
    expect(tracker.place(at(9500)).begins).toBeNull();
    tracker.lost(2000, true);
    expect(tracker.place(at(13_500)).begins?.cause).toBe('discontinuity');
  });

  it.each<[string, Partial<FetchedFacts>, number]>([
    ['the programme date-time where it agrees with arrival', { pdtMs: 1_007_000 }, 1_007_000], ['arrival where it does not', { pdtMs: 5_000_000 }, 1_000_000], ['arrival where there is none', {}, 1_000_000],
  ])('begins an epoch at %s', (_name, more, startAt) => {
    expect(new EpochTracker().place(at(0, more)).begins?.startAt).toBe(startAt);
  });

  it('never begins an epoch before the end of the one before', () => {
    const tracker = new EpochTracker();
    tracker.place(at(0));
    tracker.place(at(2000));
    expect(tracker.place(at(90_000, { discontinuity: true, arrivalAt: 1_001_000 })).begins).toMatchObject({ epoch: 1, startAt: 1_004_000, firstPtsMs: 90_000 });
  });
});
