import { afterAll, beforeAll, describe, expect, jest } from '@jest/globals';
import { type Bus, connectBus, EVENT_POLICY, ConsumptionSwitch } from '#libs/bus';
import { convertJob, EVENTS, objectKeys, type Payload } from '#libs/contracts';
import { openStorage, type Storage } from '#libs/storage';
import { readFrameNumbers, startNats, type TestNats } from '#libs/testkit';
import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { concurrentCases } from '../../../../tools/jest/concurrent-cases.js';
import { BuiltConverter } from '../../test/built-converter.fixture.js';
import { COMMAND, putRecording, VOD } from '../../test/recording.fixture.js';

jest.setTimeout(180_000);
const SERVICE = 'apps/converter/src/main.ts';
const ONE_CONVERSION = 'apps/converter/test/one-conversion.fixture.ts';
let dir = '';
let built: BuiltConverter;
const at = (...names: string[]): string => path.join(dir, ...names);

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'killed-'));
  built = new BuiltConverter(dir);
});
afterAll(async () => {
  await built.stop();
  await rm(dir, { recursive: true, force: true });
});

const convertOnce = (isSlow: boolean): ChildProcess =>
  built.spawn(ONE_CONVERSION, { args: [at('storage'), at('work'), JSON.stringify(COMMAND)], isSlow });

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    (found) => found.size,
    () => 0,
  );
}

/** Resolves when a file below a folder has that many bytes. */
async function waitForSize(folder: string, file: string, bytes: number): Promise<void> {
  for await (const _ of watch(folder, { recursive: true })) if ((await sizeOf(file)) >= bytes) return;
}

/** Expects exactly one file of the command, with every frame once. */
async function expectCompleteFile(storage: Storage): Promise<void> {
  const files: string[] = [];
  for await (const { key } of storage.list(objectKeys.files(VOD))) if (key.endsWith('.mp4')) files.push(key);
  expect(files).toEqual([objectKeys.file(VOD, 'f0', `${COMMAND.attempt}.mp4`)]);
  await writeFile(at('out.mp4'), await storage.read(files[0] ?? ''));
  expect(await readFrameNumbers(at('out.mp4'))).toEqual(Array.from({ length: 150 }, (_, i) => i));
}

describe('a killed converter', () => {
  let nats: TestNats;
  let bus: Bus;
  beforeAll(async () => {
    nats = await startNats();
    bus = await connectBus({ servers: nats.url, token: nats.token, name: 'test' });
    await bus.ensure();
  });
  afterAll(async () => {
    await bus.close();
    await nats.stop();
  });
  const conversions = concurrentCases();

  conversions.it('leaves no partial file: the next delivery of its command makes one complete mp4', async () => {
    const storage = await openStorage({ kind: 'file', rootDir: at('storage'), sync: 'off' });
    await putRecording(storage, at('media'));
    await mkdir(at('work'));
    const first = convertOnce(true);
    const half = at('work', `converter-${String(first.pid)}`, `${COMMAND.attempt}-f0.mp4`);
    await waitForSize(at('work'), half, 10_000);
    first.kill('SIGKILL');
    expect((await once(first, 'exit'))[1]).toBe('SIGKILL');
    expect(await sizeOf(half)).toBeGreaterThan(0);
    expect(await storage.head(objectKeys.file(VOD, 'f0', `${COMMAND.attempt}.mp4`))).toBeNull();

    const second = convertOnce(false);
    let output = '';
    second.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await once(second, 'close');
    expect(output.match(/^job-\w+$/gm)).toEqual(['job-started', 'job-done']);
    await expectCompleteFile(storage);
    expect(await readdir(at('work'))).toEqual([]);
    await storage.close();
  });

  /** Starts a converter. @returns the process when it has reported that it is ready */
  async function startConverter(node: string): Promise<ChildProcess> {
    const child = built.spawn(SERVICE, {
      isSlow: true,
      env: {
        VODKEEP_NODE: node,
        VODKEEP_DATA: at(node),
        VODKEEP_STORAGE_DIR: at('shared'),
        VODKEEP_NATS_URL: nats.url,
        VODKEEP_NATS_TOKEN: nats.token,
        VODKEEP_STDIN_GUARD: '1',
      },
    });
    child.stdout?.resume();
    await once(child, 'message');
    return child;
  }

  conversions.it('loses its job to the other converter, which finishes it once', async () => {
    const storage = await openStorage({ kind: 'file', rootDir: at('shared'), sync: 'off' });
    await putRecording(storage, at('media2'));
    const all: Payload<typeof EVENTS.jobStarted | typeof EVENTS.jobDone | typeof EVENTS.jobFailed>[] = [];
    const [received, done] = [Promise.withResolvers<string>(), Promise.withResolvers<number>()];
    const consumption = await bus.consume({
      stream: 'EVT',
      durable: 'evt-spec',
      filter: 'evt.>',
      concurrency: 1,
      consumptionSwitch: new ConsumptionSwitch(),
      policy: EVENT_POLICY,
      defOf: (subject) => Object.values(EVENTS).find(({ name }) => subject.startsWith(`evt.${name}.`)) ?? null,
      handle: ({ name }, payload) => {
        const event = payload as (typeof all)[number];
        all.push(event);
        if ('worker' in event) received.resolve(event.worker);
        if (name === EVENTS.jobDone.name) done.resolve(event.at);
        return Promise.resolve();
      },
    });
    const converters = new Map([
      ['a', await startConverter('a')],
      ['b', await startConverter('b')],
    ]);
    await bus.publish(convertJob.command, COMMAND, { msgId: COMMAND.attempt });
    const killed = await received.promise;
    const other = killed === 'a' ? 'b' : 'a';
    const folder = at(killed, 'work');
    const child = converters.get(killed);
    await waitForSize(
      folder,
      path.join(folder, `converter-${String(child?.pid)}`, `${COMMAND.attempt}-f0.mp4`),
      10_000,
    );
    const killedAt = Date.now();
    child?.kill('SIGKILL');
    const doneAt = await done.promise;
    expect(all).toMatchObject([{ worker: killed }, { worker: other }, { result: { files: [{ videoMs: 5000 }] } }]);
    await expectCompleteFile(storage);
    const [, again] = all;
    const seconds = (until = 0): string => ((until - killedAt) / 1000).toFixed(1);
    process.stdout.write(
      `a killed converter's job: started again after ${seconds(again?.at)} s, done after ${seconds(doneAt)} s\n`,
    );
    await consumption.close();
    await storage.close();
  });
});
