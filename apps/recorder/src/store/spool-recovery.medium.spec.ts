import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EVENTS, objectKeys, segmentName } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { Log } from '#libs/service-kit';
import { tempDir } from '#libs/testkit';
import { Spool } from './spool.js';
import { SpoolRecovery } from './spool-recovery.js';

const VOD = '6d7fab8d-57c6-490a-bcc7-690263fc73f4';
const [PART, OTHER] = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAW'];
const away = new OutsideError(untranslated('away', 'not there'));
const hex = (body: Buffer): string => crc32(body).toString(16).padStart(8, '0');

let dir: ReturnType<typeof tempDir>;
let stored: string[];
let sentEvents: { readonly payload: object; readonly msgId: string }[];
let pauses: number[];
/** What goes wrong at the n-th call, from 0. */
let faults: { put: (n: number) => boolean; publish: (n: number) => boolean };

beforeEach(() => {
  dir = tempDir('spool-recovery');
  [stored, sentEvents, pauses, faults] = [[], [], [], { put: () => false, publish: () => false }];
});
afterEach(() => {
  dir.remove();
});

const openSpool = (): Spool => new Spool({ dir: dir.path, maxBytes: 1e6, maxAgeMs: 1000, now: () => 0 });
function leave(key: string, body: Buffer): string {
  writeFileSync(join(dir.path, `${encodeURIComponent(key)}~x`), body);
  return key;
}
function segment(seq: number, { partId = PART, torn = 0 } = {}): string {
  const body = Buffer.alloc(100, seq);
  const key = objectKeys.segment(
    VOD,
    partId,
    segmentName({ epoch: 0, seq, ptsMs: 0, durMs: 500, bytes: 100, pdtMs: null, crc: hex(body), ext: 'ts' }),
  );
  return leave(key, torn > 0 ? body.subarray(torn) : body);
}
async function recover(spool: Spool, signal = new AbortController().signal): Promise<void> {
  let [puts, published] = [0, 0];
  await new SpoolRecovery({
    spool,
    recorder: 'n/0',
    wall: () => 7,
    log: new Log({ service: 'recorder', node: 'n', pid: 1 }, 'test', () => undefined),
    storage: {
      put: (key: string) => {
        puts += 1;
        if (faults.put(puts - 1)) return Promise.reject(away);
        stored.push(key);
        return Promise.resolve(undefined as never);
      },
    },
    bus: {
      publish: (def, payload, { msgId }) => {
        published += 1;
        if (faults.publish(published - 1)) return Promise.reject(away);
        expect(def).toBe(EVENTS.partRecovered);
        sentEvents.push({ payload: EVENTS.partRecovered.schema.parse(payload), msgId });
        return Promise.resolve({ outcome: 'stored', seq: 1 });
      },
    },
    pause: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
  }).run(signal);
}

describe('SpoolRecovery', () => {
  it('stores the left-overs of an earlier run, companions before segments, and reports each grown part', async () => {
    const init = Buffer.from('init section');
    const keys = [
      leave(objectKeys.init(VOD, PART, hex(init)), init),
      leave(objectKeys.journalPage(VOD, PART, 0), Buffer.from('')),
      segment(1),
      segment(2),
      segment(5, { partId: OTHER }),
    ];
    const spool = openSpool();
    expect(spool.bytes).toBe(312);
    await recover(spool);
    expect(stored).toEqual([keys[0], ...keys.slice(2)]);
    expect(sentEvents.map(({ payload }) => payload)).toEqual([
      { vodUuid: VOD, partId: PART, recorder: 'n/0', at: 7, segments: 2, bytes: 200 },
      { vodUuid: VOD, partId: OTHER, recorder: 'n/0', at: 7, segments: 1, bytes: 100 },
    ]);
    expect(sentEvents[0]?.msgId).toMatch(new RegExp(`^${PART}:recovered:[0-9A-Z]{26}$`));
    expect([spool.bytes, readdirSync(dir.path), pauses]).toEqual([0, [], []]);
  });

  it('tries again, each time later, until storage is back', async () => {
    const key = segment(1);
    faults.put = (n) => n < 8;
    await recover(openSpool());
    expect([stored, sentEvents.length]).toEqual([[key], 1]);
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('keeps the files while the bus is unavailable, and stores them once', async () => {
    const key = segment(1);
    faults.publish = (n) => n < 2;
    await recover(openSpool());
    expect([stored, sentEvents.length, readdirSync(dir.path)]).toEqual([[key], 1, []]);
  });

  it('throws away what was torn: segments and init sections by size and checksum, pages by their last line', async () => {
    segment(1, { torn: 1 });
    leave(
      objectKeys.segment(
        VOD,
        PART,
        segmentName({ epoch: 0, seq: 2, ptsMs: 0, durMs: 500, bytes: 4, pdtMs: null, crc: '00000001', ext: 'ts' }),
      ),
      Buffer.from('rot!'),
    );
    leave(objectKeys.init(VOD, PART, '00000001'), Buffer.from('half'));
    leave(objectKeys.journalPage(VOD, PART, 1), Buffer.from('{"t":"seg","name":"a","stored'));
    await recover(openSpool());
    expect([stored, sentEvents, readdirSync(dir.path)]).toEqual([[], [], []]);
  });

  it('leaves foreign files alone', async () => {
    for (const name of ['%E0%A4~x', 'readme', '~']) writeFileSync(join(dir.path, name), 'x');
    const spool = openSpool();
    await recover(spool);
    expect([spool.bytes, stored, readdirSync(dir.path).length]).toEqual([0, [], 3]);
  });

  it('stops when the recorder ends, and loses nothing', async () => {
    segment(1);
    const spool = openSpool();
    await recover(spool, AbortSignal.abort());
    expect([stored, spool.leftOvers().length]).toEqual([[], 1]);
  });
});
