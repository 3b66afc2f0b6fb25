import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type convertJob, type ConvertTimeline, type JobResult, objectKeys } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { message } from '#libs/messages';
import { type OpenStorage, openStorage } from '#libs/storage';
import { readFrameNumbers } from '#libs/testkit';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { SpaceLedger } from '../core/space-ledger.js';
import { WorkFolder } from '../core/work-folder.js';
import { JobBench } from '../../test/job-bench.fixture.js';
import { COMMAND, putRecording, VOD } from '../../test/recording.fixture.js';
import { ConvertHandler } from './convert.handler.js';
import { FileMaker } from './file-maker.js';

jest.setTimeout(120_000);

let dir = '';
let storage: OpenStorage;
let work: WorkFolder;
let bench: JobBench;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'conversion-'));
  storage = await openStorage({ kind: 'file', rootDir: path.join(dir, 'storage'), sync: 'off' });
  work = new WorkFolder({ node: 'n', pid: process.pid, workDir: path.join(dir, 'work'), checkAgainMs: 5 });
  await work.onModuleInit();
  await putRecording(storage, dir);
});
beforeEach(() => {
  bench = new JobBench();
});
afterAll(async () => {
  await storage.close();
  await rm(dir, { recursive: true, force: true });
});

const converter = (
  over: { storage?: OpenStorage; space?: Pick<SpaceLedger, 'reserve' | 'release'> } = {},
): ConvertHandler => {
  const store = over.storage ?? storage;
  return new ConvertHandler(
    bench.runner(store),
    new FileMaker(store, work),
    (over.space ?? new SpaceLedger(store, work)) as SpaceLedger,
    store,
    { node: 'n', pid: 1, workDir: '', checkAgainMs: 5 },
  );
};
const command = (attempt: string, over: Partial<typeof COMMAND.input> = {}): typeof COMMAND => ({
  jobName: COMMAND.jobName,
  attempt: attempt.padEnd(26, '0'),
  input: { ...COMMAND.input, ...over },
});
const result = (): JobResult<typeof convertJob> => bench.result as JobResult<typeof convertJob>;
async function keysOf(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys;
}
const segments = (): Promise<string[]> => keysOf(objectKeys.parts(VOD));
/** The storage with one segment that reads as empty. */
async function withoutOneSegment(): Promise<OpenStorage> {
  const lost = (await segments()).at(1) ?? '';
  return new Proxy(storage, {
    get: (target, name) => {
      if (name === 'get')
        return (key: string, ...rest: []) =>
          key === lost ? Promise.resolve({ stream: Readable.from([]) }) : target.get(key, ...rest);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
const workFiles = (): Promise<string[]> => readdir(path.dirname(work.file('x')));

describe('a conversion', () => {
  it('makes a valid mp4 with metadata, images and keyframes, and reports it', async () => {
    const before = await segments();
    let progressCalls = 0;
    await converter().run(
      { ...COMMAND, input: { ...COMMAND.input, thumbFormat: 'webp' } },
      bench.delivered({
        progress: () => {
          progressCalls += 1;
        },
      }),
    );
    expect(bench.names()).toEqual(['job-started', 'job-done']);
    const { files, warnings } = result();
    expect(warnings).toEqual([]);
    expect(files).toEqual([
      expect.objectContaining({
        fileId: 'f0',
        attempt: COMMAND.attempt,
        key: `vods/${VOD}/files/f0/${COMMAND.attempt}.mp4`,
        basename: 'chan_2026-11-28.mp4',
        startMs: 0,
        endMs: 5000,
        videoMs: 5000,
        metadata: expect.objectContaining({ type: 'video', duration: 5, video_codec: 'AVC', audio_codec: 'AAC' }),
      }),
    ]);
    const [file] = files;
    const out = path.join(dir, 'read-back.mp4');
    await writeFile(out, await storage.read(file?.key ?? ''));
    expect(await readFrameNumbers(out)).toEqual(Array.from({ length: 150 }, (_, i) => i));
    expect((await storage.read(file?.thumbKey ?? '')).toString('latin1', 8, 12)).toBe('WEBP');
    expect(JSON.parse((await storage.read(file?.keyframesKey ?? '')).toString())).toMatchObject({ frames: 150 });
    expect(progressCalls).toBeGreaterThan(2);
    expect(bench.pulses.length).toBeGreaterThan(0);
    expect(await workFiles()).toEqual([]);
    expect(await segments()).toEqual(before);
  });

  it('answers a second delivery from the receipt, without changes', async () => {
    await converter().run(COMMAND, bench.delivered());
    const [first, key] = [bench.last('job-done'), result().files[0]?.key ?? ''];
    const { modifiedAt } = (await storage.head(key)) ?? {};
    await converter().run(COMMAND, bench.delivered({ attempt: 2 }));
    expect(bench.last('job-done')).toEqual(first);
    expect((await storage.head(key))?.modifiedAt).toEqual(modifiedAt);
  });

  it('makes the file again if it is missing in storage', async () => {
    await converter().run(COMMAND, bench.delivered());
    await storage.delete([objectKeys.file(VOD, 'f0', `${COMMAND.attempt}.mp4`)]);
    await converter().run(COMMAND, bench.delivered({ attempt: 2 }));
    expect(await storage.head(objectKeys.file(VOD, 'f0', `${COMMAND.attempt}.mp4`))).not.toBeNull();
  });

  it('P31 discards an attempt with incomplete media: it stores no file and is not done', async () => {
    const bad = command('01JDTESTBAD');
    await expect(converter({ storage: await withoutOneSegment() }).run(bad, bench.delivered())).rejects.toMatchObject({
      code: 'segment-unreadable',
    });
    expect(bench.names()).toEqual(['job-started', 'job-failed']);
    expect(bench.failure).toEqual({
      waiting: true,
      reason: expect.stringContaining('(trying again)'),
    });
    expect((await keysOf(objectKeys.files(VOD))).filter((key) => key.includes(bad.attempt))).toEqual([]);
    expect(await workFiles()).toEqual([]);
  });

  it('P9 never deletes media in a retry: the segments and the file of the earlier attempt stay unchanged', async () => {
    await converter().run(command('01JDTESTBEFORE'), bench.delivered());
    const retained = [...(await segments()), objectKeys.file(VOD, 'f0', `${command('01JDTESTBEFORE').attempt}.mp4`)];
    const before = await Promise.all(retained.map((key) => storage.read(key)));
    const again = command('01JDTESTRETRY');
    await expect(converter({ storage: await withoutOneSegment() }).run(again, bench.delivered())).rejects.toMatchObject(
      {
        code: 'segment-unreadable',
      },
    );
    await converter().run(again, bench.delivered({ attempt: 2 }));
    expect(bench.names()).toEqual(['job-started', 'job-done', 'job-started', 'job-failed', 'job-started', 'job-done']);
    const after = await Promise.all(retained.map((key) => storage.read(key)));
    expect(after.map((bytes, i) => bytes.equals(before[i] ?? Buffer.of()))).toEqual(retained.map(() => true));
  });

  it('W26 waits with a visible reason while space is short, and continues when there is enough', async () => {
    const answers = [
      message('job.no-space.disk', { n: '3.0 GB' }),
      message('job.no-space.disk', { n: '1.0 GB' }),
      null,
    ];
    const space = { reserve: () => Promise.resolve(answers.shift() ?? null), release: () => undefined };
    await converter({ space }).run(command('01JDTESTSPACE'), bench.delivered());
    expect(bench.names()).toEqual(['job-failed', 'job-started', 'job-done']);
    expect(bench.events[0]?.payload).toMatchObject({
      waiting: true,
      reason: { key: 'job.no-space.disk', params: { n: '3.0 GB' } },
    });
  });

  it('W27 overwrites the remains of a dead attempt', async () => {
    const again = command('01JDTESTLEFT');
    const key = objectKeys.file(VOD, 'f0', `${again.attempt}.mp4`);
    await storage.put(key, Buffer.from('half a file'));
    await converter().run(again, bench.delivered());
    const { files } = result();
    expect(files).toEqual([expect.objectContaining({ key, videoMs: 5000 })]);
    expect((await storage.head(key))?.sizeBytes).toBe(files[0]?.sizeBytes);
  });

  it('finishes a VOD without any chapter', async () => {
    const bare = {
      ...(JSON.parse((await storage.read(COMMAND.input.timelineKey)).toString()) as ConvertTimeline),
      chapters: [],
    };
    await storage.put('vods/bare.json', Buffer.from(JSON.stringify(bare)));
    await converter().run(command('01JDTESTBARE', { timelineKey: 'vods/bare.json' }), bench.delivered());
    expect(result()).toMatchObject({ files: [{ videoMs: 5000 }] });
  });

  it('stops when the operator cancels it, leaves no file, and is not delivered again', async () => {
    bench.onEvent = (name) => {
      if (name === 'job-started') bench.cancel();
    };
    const cancelled = command('01JDTESTCANCEL');
    await converter().run(cancelled, bench.delivered());
    expect(bench.failure).toEqual({ waiting: false, reason: 'cancelled: by the operator' });
    expect(await storage.head(objectKeys.file(VOD, 'f0', `${cancelled.attempt}.mp4`))).toBeNull();
    expect(await workFiles()).toEqual([]);
  });

  it('returns the command without a failure when the service drains', async () => {
    const drain = new AbortController();
    bench.onEvent = () => {
      drain.abort(new OutsideError(untranslated('draining', 'the service stops')));
    };
    await expect(converter().run(command('01JDTESTDRAIN'), bench.delivered({ signal: drain.signal }))).rejects.toThrow(
      'the service stops',
    );
    expect(bench.names()).toEqual(['job-started']);
  });

  it('reports the failure at the last try', async () => {
    await expect(
      converter({ storage: await withoutOneSegment() }).run(command('01JDTESTLAST'), bench.delivered({ attempt: 8 })),
    ).rejects.toMatchObject({ code: 'segment-unreadable' });
    expect(bench.failure).toEqual({
      waiting: false,
      reason: expect.not.stringContaining('(trying again)'),
    });
  });

  it('fails at once if its timeline is missing', async () => {
    await converter().run(command('01JDTESTGONE', { timelineKey: 'vods/none.json' }), bench.delivered());
    expect(bench.names()).toEqual(['job-failed']);
    expect(bench.last('job-failed')).toMatchObject({ waiting: false, reason: { key: 'error.object-missing' } });
  });
});

describe('the work folder', () => {
  it('removes the folders of dead converters, not of living ones', async () => {
    const folder = path.join(dir, 'leftovers');
    const alive = path.join(folder, 'converter-1', 'half.mp4');
    for (const name of [
      'converter-1/half.mp4',
      'converter-4194399/half.mp4',
      `converter-${String(process.pid)}/old.mp4`,
    ])
      await mkdir(path.join(folder, name), { recursive: true });
    await new WorkFolder({ node: 'n', pid: process.pid, workDir: folder, checkAgainMs: 5 }).onModuleInit();
    expect((await readdir(folder)).sort()).toEqual(['converter-1', `converter-${String(process.pid)}`].sort());
    expect(await readdir(path.dirname(alive))).toEqual(['half.mp4']);
    expect(await readdir(path.join(folder, `converter-${String(process.pid)}`))).toEqual([]);
  });
});
