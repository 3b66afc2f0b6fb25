import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readTdChat, type TdEntry, type TdPiece } from '#libs/chat';
import { chatChunkName, type chatFileJob, type ChatRecord, encodeChatRecord, objectKeys } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { type JobCommand } from '#libs/service-kit';
import { type OpenStorage, openStorage, type Storage } from '#libs/storage';
import { tempDir } from '#libs/testkit';
import { ulid } from 'ulid';
import { until } from '../../../../tools/supervisor/until.fixture.js';
import { JobBench } from '../../test/job-bench.fixture.js';
import { ChatFileMaker } from './chat-file-maker.js';
import { ChatFileHandler } from './chat-file.handler.js';

const T0 = Date.parse('2026-01-01T00:00:00Z');
const ENDED_AT = T0 + 60_000;
const WORK = objectKeys.chatDump('01JDTEST0000000000000000AA');
const OUT = 'saved_vods/ann-2026.json';

let dir: ReturnType<typeof tempDir>;
let storage: OpenStorage;
let bench: JobBench;
/** Called before each object is stored. */
let onPut: (key: string) => void;
/** Called before each object is read. */
let onRead: (key: string) => Promise<void>;

beforeEach(async () => {
  dir = tempDir('dump-file');
  storage = await openStorage({ kind: 'file', rootDir: join(dir.path, 'storage'), sync: 'off' });
  [bench, onPut, onRead] = [new JobBench(), () => undefined, () => Promise.resolve()];
});
afterEach(async () => {
  jest.restoreAllMocks();
  await storage.close();
  dir.remove();
});

function chats(): ChatFileHandler {
  const store = Object.assign(Object.create(storage) as Storage, {
    list: storage.list.bind(storage),
    head: storage.head.bind(storage),
    get: storage.get.bind(storage),
    read: async (...[key, signal]: Parameters<Storage['read']>) => {
      await onRead(key);
      return storage.read(key, signal);
    },
    put: (...[key, body, options]: Parameters<Storage['put']>) => {
      onPut(key);
      return storage.put(key, body, options);
    },
  });
  return new ChatFileHandler(bench.runner(store), new ChatFileMaker(store), store);
}
const newCommand = (): JobCommand<typeof chatFileJob> => ({
  jobName: 'chatdump_ann-2026.json',
  attempt: ulid(),
  input: {
    source: { from: 'dump', workPrefix: WORK, outKey: OUT, startedAt: T0, endedAt: ENDED_AT },
    streamer: { id: '12', login: 'ann', name: 'Ann' },
    title: 'Chat Dump',
    startedAt: new Date(T0).toISOString(),
    category: '',
  },
});

const message = (text: string, s: number): ChatRecord => ({
  t: 'message',
  id: text,
  at: T0 + s * 1000,
  seenAt: T0 + s * 1000,
  author: { id: '7', login: 'bob', name: 'Bob', color: null, badges: [] },
  text,
  emotes: [],
  tags: {},
  action: false,
  bits: 0,
});
/** Stores a dump of one minute that the operator ended: each message in a chunk of its own. */
async function putDump(...texts: readonly string[]): Promise<void> {
  const run = objectKeys.chatDumpRun(WORK, '01JDTEST0000000000000000BB');
  for (const [n, text] of texts.entries()) {
    const record = message(text, n);
    await storage.put(
      `${run}${chatChunkName({ n, firstAt: record.at, lastAt: record.at, count: 1 })}`,
      Buffer.from(encodeChatRecord(record)),
    );
  }
  await storage.put(`${run}heard.json`, Buffer.from(JSON.stringify({ at: ENDED_AT })));
  await putEnd();
}
const putEnd = async (): Promise<void> => {
  await storage.put(objectKeys.chatDumpEnd(WORK), Buffer.from(JSON.stringify({ at: ENDED_AT })));
};
async function keysOf(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys;
}
const files = (): Promise<string[]> => keysOf(objectKeys.chatDumpFiles(OUT));
async function readFile(key: string): Promise<{ head: TdPiece | undefined; entries: TdEntry[] }> {
  const pieces: TdPiece[] = [];
  for await (const piece of readTdChat((await storage.get(key)).stream as AsyncIterable<Uint8Array>))
    pieces.push(piece);
  return { head: pieces.at(-1), entries: pieces.flatMap((p) => (p.kind === 'entry' ? [p.entry] : [])) };
}

describe('the file of a dump', () => {
  it('is TwitchDownloader JSON of all received messages, and is reported with its size and their number', async () => {
    await putDump('one', 'two');
    const command = newCommand();
    await chats().run(command, bench.delivered());
    const [key = '', ...more] = await files();
    expect(more).toEqual([]);
    const { head, entries } = await readFile(key);
    expect(entries.map((e) => [e.message.id, e.message.atMs])).toEqual([
      ['one', 0],
      ['two', 1000],
    ]);
    expect(head).toMatchObject({
      gaps: [],
      head: { streamer: { name: 'Ann' }, title: 'Chat Dump', startedAt: new Date(T0).toISOString(), lengthMs: 60_000 },
    });
    expect(bench.names()).toEqual(['job-started', 'job-done']);
    expect(bench.last('job-done')).toMatchObject({ jobName: command.jobName, attempt: command.attempt });
    expect(bench.result).toEqual({
      key,
      sizeBytes: (await storage.head(key))?.sizeBytes,
      messages: 2,
      pictures: 0,
      warnings: [],
    });
  });

  it('is reported again from its receipt, unchanged', async () => {
    await putDump('once');
    const command = newCommand();
    await chats().run(command, bench.delivered());
    const [done, keys] = [bench.last('job-done'), await files()];
    const file = await storage.read(keys[0] ?? '');
    await chats().run(command, bench.delivered({ attempt: 2 }));
    expect(bench.events.filter((e) => e.name === 'job-done').map((e) => e.payload)).toEqual([done, done]);
    expect([await files(), await storage.read(keys[0] ?? '')]).toEqual([keys, file]);
  });

  it('is written at the next delivery if storage was unavailable', async () => {
    await putDump('one', 'two');
    const command = newCommand();
    onPut = (key) => {
      if (key.startsWith('saved_vods/')) throw new OutsideError(untranslated('storage-away', 'the disk is not there'));
    };
    await expect(chats().run(command, bench.delivered())).rejects.toThrow('the disk is not there');
    expect(bench.failure).toEqual({ waiting: true, reason: 'the disk is not there (trying again)' });
    onPut = () => undefined;
    await chats().run(command, bench.delivered({ attempt: 2 }));
    expect(bench.result).toMatchObject({ messages: 2 });
  });

  it('has its progress reported from the start, below 1 until it is stored', async () => {
    await putDump('one', 'two', 'three');
    let now = T0;
    jest.spyOn(Date, 'now').mockImplementation(() => (now += 1000));
    let reads = 0;
    onRead = async (key) => {
      if (!key.endsWith('.ndjson')) return;
      reads += 1;
      if (reads === 1) await until(() => bench.pulses.length > 0);
    };
    const command = newCommand();
    await chats().run(command, bench.delivered());
    const { jobName, attempt } = command;
    expect(bench.pulses).toEqual(
      bench.pulses.map(() =>
        expect.objectContaining({ jobName, attempt, note: { key: 'job.writing-chat' }, unit: 'bytes' }),
      ),
    );
    const progress = bench.pulses.map((p) => p.progress);
    expect([progress.length, progress[0], progress]).toEqual([7, 0, progress.toSorted((a, b) => a - b)]);
    expect(progress.at(-1)).toBeGreaterThan(0.9);
    expect(progress.at(-1)).toBeLessThan(1);
  });

  it('is written under a new key by each run, so that a run with fewer chunks does not replace it', async () => {
    await putDump('one', 'two', 'three');
    // The second run lists the chunks while the API deletes them: only one is left.
    const chunk = (await keysOf(WORK)).findLast((key) => key.endsWith('.ndjson')) ?? '';
    const rest = await storage.read(chunk);
    await chats().run(newCommand(), bench.delivered());
    const [first = ''] = await files();
    const whole = await storage.read(first);
    await storage.deletePrefix(WORK);
    await storage.put(chunk, rest);
    await putEnd();
    await chats().run(newCommand(), bench.delivered());
    expect(await storage.read(first)).toEqual(whole);
    const results = bench.events.filter((e) => e.name === 'job-done').map((e) => e.payload['result']);
    expect(results).toMatchObject((await files()).map((key) => ({ key })));
    expect(results).toMatchObject([{ messages: 3 }, { messages: 1 }]);
  });

  it('is found again if its chunks are deleted, even if a chunk arrives late; without a file the job fails with a reason', async () => {
    await putDump('one', 'two');
    const chunk = (await keysOf(WORK)).find((key) => key.endsWith('.ndjson')) ?? '';
    const late = await storage.read(chunk);
    await chats().run(newCommand(), bench.delivered());
    await storage.deletePrefix(WORK);
    await storage.put(chunk, late);
    const [key = ''] = await files();
    const again = newCommand();
    await chats().run(again, bench.delivered());
    expect(bench.last('job-done')).toMatchObject({ attempt: again.attempt });
    expect(bench.result).toMatchObject({ key, messages: 2, sizeBytes: (await storage.head(key))?.sizeBytes });
    await storage.delete(await files());
    await chats().run(again, bench.delivered());
    expect(bench.failure).toEqual({
      waiting: false,
      reason: expect.stringMatching(/^Nothing is left of this chat dump/),
    });
  });
});
