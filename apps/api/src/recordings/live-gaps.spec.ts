import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type VodRepository } from '../persistence/repositories/vod.repository.js';
import { LiveGaps } from './live-gaps.js';
import { type CaptureStatusCache, type Snapshot } from '../vods/capture-status-cache.js';
import { type PartReader } from '../vods/part-reader.js';
import { type VodWriter } from '../vods/vod-writer.js';

const VOD = randomUUID();
const [A, B] = ['01JD0000000000000000000000', '01JD0000000000000000000001'];

describe('the gaps of a recording that runs', () => {
  let reads: number;
  let say: (s: Partial<Pick<Snapshot, 'partId' | 'gaps' | 'adMs' | 'notices'>>) => number;

  beforeEach(() => {
    let notify: (s: Snapshot) => void = () => undefined;
    reads = 0;
    const parts = {
      timelineOf: async () => {
        reads += 1;
        return Promise.resolve({ parts: [], timeline: { runs: [], gaps: [] } });
      },
    } as unknown as PartReader;
    const snapshots = {
      onSnapshot: (listener: (s: Snapshot) => void) => {
        notify = listener;
      },
    } as unknown as CaptureStatusCache;
    new LiveGaps(parts, { update: async () => Promise.resolve(null) } as unknown as VodWriter, snapshots, {
      parts: async () => Promise.resolve([]),
    } as unknown as VodRepository).onApplicationBootstrap();
    say = (sent) => {
      const before = reads;
      notify({ vodUuid: VOD, partId: A, gaps: 0, adMs: 0, notices: [], ...sent } as Snapshot);
      return reads - before;
    };
  });

  it('are read again at each new gap, not at each pulse', () => {
    expect([say({}), say({}), say({ gaps: 1 }), say({ gaps: 1 })]).toEqual([0, 0, 1, 0]);
  });

  it('are read again when a track goes missing, once for each time', () => {
    const stopped = (count: number): Pick<Snapshot, 'notices'> => ({
      notices: [{ code: 'video-stopped', count }],
    });
    expect([say({}), say(stopped(1)), say(stopped(1)), say(stopped(2))]).toEqual([0, 1, 0, 1]);
  });

  it('are read once for an ad break, when it counts up no more', () => {
    expect([
      say({}),
      say({ adMs: 2000 }),
      say({ adMs: 8000 }),
      say({ adMs: 30_000 }),
      say({ adMs: 30_000 }),
      say({ adMs: 30_000 }),
    ]).toEqual([0, 0, 0, 0, 1, 0]);
  });

  it('are read for the preroll of a next part', () => {
    expect([say({}), say({ partId: B, adMs: 6000 }), say({ partId: B, adMs: 6000 })]).toEqual([0, 0, 1]);
  });
});
