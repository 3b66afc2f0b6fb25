import { type Bus } from '#libs/bus';
import { deriveVodState, type PartInfo } from '#libs/domain';
import { message } from '#libs/messages';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { type VodRepository } from '../persistence/repositories/vod.repository.js';
import { ExpiredRecorders } from '../recordings/expired-recorders.js';
import { newPart, type PartUpdate } from '../recordings/part-update.js';
import { type PartRows } from '../recordings/part-rows.js';
import { type Recording } from '../recordings/recording.js';
import { CaptureStatusCache, type Snapshot } from '../vods/capture-status-cache.js';
import { type PartReader } from '../vods/part-reader.js';
import { RecorderReads } from './recorder-reads.js';

type Row = Pick<VodEntity, 'state'> & Partial<Pick<VodEntity, 'assignedAt'>>;
type Case = readonly [what: string, expected: boolean, vod: Row, snapshot: Pick<Snapshot, 'state' | 'note'> | null];

const CASES: readonly Case[] = [
  ['a recorder that writes', true, { state: 'capturing' }, { state: 'writing', note: null }],
  ['a recorder that opens the source', true, { state: 'waiting' }, { state: 'opening', note: null }],
  [
    'a recorder that waits for the session of the last check to end',
    true,
    { state: 'waiting', assignedAt: new Date() },
    { state: 'opening', note: message('verdict.queued') },
  ],
  [
    'a recorder that cannot open the source',
    false,
    { state: 'waiting', assignedAt: new Date(0) },
    { state: 'opening', note: message('verdict.queued') },
  ],
  [
    'a recorder that stands by, though its event is late',
    false,
    { state: 'capturing' },
    { state: 'standby', note: null },
  ],
  ['a part that has ended since the snapshot', false, { state: 'paused' }, { state: 'writing', note: null }],
  ['an open part whose snapshots this API did not receive yet', true, { state: 'capturing' }, null],
  ['no part and no snapshot', false, { state: 'paused' }, null],
];

const vodsOf = (...vods: readonly object[]) => ({ assigned: () => Promise.resolve(vods) }) as unknown as VodRepository;

it.each(CASES)('sources-8 %s: the source is read: %s', async (...[, expected, vod, snapshot]) => {
  const reads = new RecorderReads(vodsOf({ uuid: 'v', channelUuid: 'c', ...vod }), {
    of: () => snapshot,
  } as unknown as CaptureStatusCache);
  expect((await reads.channelsOf({})).has('c')).toBe(expected);
});

it('sources-8 a site that reports live channels is checked beside a recorder', async () => {
  const vod = { uuid: 'v', channelUuid: 'c', state: 'capturing' };
  const reads = new RecorderReads(vodsOf(vod), { of: () => null } as unknown as CaptureStatusCache);
  expect(await reads.channelsOf({ reportsLive: true })).toEqual(new Set());
});

describe('a recorder that dies', () => {
  const SECOND_MS = 1000;
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** A recorder that sent its last snapshot just now, and whose lease expires. */
  function deadRecorder() {
    const vod = { uuid: 'v', channelUuid: 'c', basename: 'v', assigned: true, state: 'capturing' } as VodEntity;
    const part = newPart('v', { partId: 'p', recorder: 'r', startedAt: Date.now() });
    const empty = { segments: [], gaps: [], notices: [], end: null } as unknown as PartInfo;
    const applyPart = (_: string, { endedAt, cause }: PartUpdate) => {
      Object.assign(part, { endedAt, cause, segments: 1 });
      const none = {
        refusal: null,
        convertState: null,
        convertReason: null,
        wantsConversion: true,
        isUnrecorded: false,
      };
      vod.state = deriveVodState({ assigned: true, parts: [part], ...none }).state;
      return Promise.resolve();
    };
    const snapshots = new CaptureStatusCache({
      onPulse: (_def: unknown, _of: string, listener: (s: Snapshot) => void) => {
        listener({ vodUuid: 'v', partId: 'p', at: Date.now(), state: 'writing', note: null } as Snapshot);
        return () => undefined;
      },
    } as unknown as Bus);
    snapshots.onApplicationBootstrap();
    const recorders = new ExpiredRecorders(
      snapshots,
      { read: () => Promise.resolve(empty), totalsOf: () => Promise.resolve({}) } as unknown as PartReader,
      { read: () => Promise.resolve() } as unknown as PartRows,
      { applyPart } as unknown as Recording,
    );
    return { vod, part, recorders, reads: new RecorderReads(vodsOf(vod), snapshots) };
  }

  it('sources-8 its source is checked again after its snapshot and its part have ended, within 34 s', async () => {
    const { vod, part, recorders, reads } = deadRecorder();
    expect(await reads.channelsOf({})).toEqual(new Set(['c']));
    for (let s = 0; s < 34; s += 1) {
      jest.advanceTimersByTime(SECOND_MS);
      if (part.endedAt === null) await recorders.check(vod, part, null);
    }
    expect(part.cause).toBe('lost');
    expect(await reads.channelsOf({})).toEqual(new Set());
  });

  it('sources-8 its source is not checked while NATS is silent, because the recorder may go on', async () => {
    const { reads } = deadRecorder();
    jest.advanceTimersByTime(60 * SECOND_MS);
    expect(await reads.channelsOf({})).toEqual(new Set(['c']));
  });
});
