import { afterEach, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { DownloadBench } from './download-bench.fixture.js';
import { StoredBytes } from './stored-bytes.js';

afterEach(() => {
  jest.restoreAllMocks();
});

const command = {
  jobName: 'download_vod_7',
  attempt: ulid(),
  vodUuid: randomUUID(),
  partId: ulid(),
  place: 'parts' as const,
  providerKind: 'site',
  videoId: '7',
  startedAt: 0,
  fromMs: 0,
  toMs: null,
  qualities: [],
  nearestBelow: false,
  channelUuid: randomUUID(),
  sealedHeaders: null,
};
const told = (bench: DownloadBench): unknown[] => bench.told.map(({ payload }) => payload['bytes']);

it('tells at once and then every five seconds what is stored, and at the end what was not told yet', async () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const bench = new DownloadBench({});
  const stored = new StoredBytes(bench.bus, command, 0);
  for (const [at, bytes] of [
    [1000, 10],
    [5900, 20],
    [6000, 30],
    [7000, 40],
    [11_500, 50],
    [13_000, 60],
  ] as const) {
    now = at;
    stored.moved(bytes);
  }
  expect(told(bench)).toEqual([10, 30, 50]);
  await stored.tell(60);
  await stored.tell(60);
  expect(told(bench)).toEqual([10, 30, 50, 60]);
});

it('tells what a try that died had stored, also when nothing came since; and nothing of nothing', async () => {
  const [after, none] = [new DownloadBench({}), new DownloadBench({})];
  await new StoredBytes(after.bus, command, 70).tell(70);
  await new StoredBytes(none.bus, command, 0).tell(0);
  expect([told(after), told(none)]).toEqual([[70], []]);
});
