import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type Bus, connectBus, type Consumption, EVENT_POLICY, ConsumptionSwitch } from '#libs/bus';
import { chatDumpJob, EVENTS, jobCancel, jobPulse, objectKeys, type Payload } from '#libs/contracts';
import { english, message } from '#libs/messages';
import { type JobCommand } from '#libs/service-kit';
import { openStorage, type OpenStorage } from '#libs/storage';
import { startNats, tempDir, type TestNats } from '#libs/testkit';
import { ulid } from 'ulid';
import { type Sim, smallChannel, startSim } from '../../../../tools/provider-sim/index.js';
import { BuiltRecorder } from '../../test/built-recorder.fixture.js';
import { dumpFile } from '../../test/dump-file.fixture.js';

jest.setTimeout(120_000);

const JOB = 'chatdump_salty-x.json';

const dir = tempDir('dump-process');
let nats: TestNats;
let sim: Sim;
let bus: Bus;
let storage: OpenStorage;
let recorder: BuiltRecorder;
let consumption: Consumption;
let notes: string[];
let done: Payload<typeof EVENTS.jobDone> | null;
let check: () => void;

beforeAll(async () => {
  [notes, done, check] = [[], null, () => undefined];
  nats = await startNats();
  sim = await startSim({
    scenario: {
      name: 'spec',
      about: '',
      steps: [],
      channels: [
        smallChannel('salty', { twitch: { userId: '7001', displayName: 'Salty', title: 'Boats', category: 'Chess' } }),
      ],
    },
  });
  storage = await openStorage({ kind: 'file', rootDir: join(dir.path, 'storage'), sync: 'off' });
  recorder = new BuiltRecorder(dir.path);
  bus = await connectBus({ servers: nats.url, token: nats.token, name: 'test' });
  await bus.ensure();
  bus.onPulse(jobPulse, JOB, ({ note }) => {
    notes.push(note ? english(note) : '');
    check();
  });
  consumption = await bus.consume({
    stream: 'EVT',
    durable: 'evt-spec',
    filter: `evt.${EVENTS.jobDone.name}.*`,
    concurrency: 1,
    consumptionSwitch: new ConsumptionSwitch(),
    policy: EVENT_POLICY,
    defOf: () => EVENTS.jobDone,
    handle: (_, payload) => {
      done = payload as typeof done;
      check();
      return Promise.resolve();
    },
  });
}, 120_000);
afterAll(async () => {
  await recorder.stop();
  await consumption.close();
  await bus.close();
  await storage.close();
  await sim.stop();
  await nats.stop();
  dir.remove();
});

/** Waits until the reports of a recorder fulfil a condition. */
function until(ready: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    check = () => {
      if (ready()) resolve();
    };
    check();
  });
}
const start = () =>
  recorder.start({
    VODKEEP_NATS_URL: nats.url,
    VODKEEP_NATS_TOKEN: nats.token,
    VODKEEP_STORAGE_DIR: join(dir.path, 'storage'),
    VODKEEP_SITES: `${sim.url}/h/{host}`,
  });
/**
 * Number of messages in the note of the job, once its recorder is in the room. What earlier recorders stored counts by
 * records, of which nearly all are messages.
 */
function counted(): number | null {
  const [, count] = /^(\d+) messages$/.exec(notes.at(-1) ?? '') ?? [];
  return count === undefined ? null : Number(count);
}
/** Seconds from the start of the dump to the start of the gap that a warning names. */
function startOf(warning: string): number {
  const [, h, m, s] = /from (\d+):(\d\d):(\d\d) to/.exec(warning) ?? [];
  return Number(h) * 3600 + Number(m) * 60 + Number(s);
}
const say = (text: string): void => {
  sim.act('salty', { do: 'say', login: 'mossy', text });
};

it('a chat dump continues on the next recorder when one drains, and ends when its job is cancelled', async () => {
  const attempt = ulid();
  const workPrefix = objectKeys.chatDump(attempt);
  const command: JobCommand<typeof chatDumpJob> = {
    jobName: JOB,
    attempt,
    input: {
      providerKind: 'twitch',
      streamer: { id: '7001', login: 'salty', name: 'Salty' },
      startedAt: Date.now(),
      workPrefix,
    },
  };
  const first = await start();
  await bus.publish(chatDumpJob.command, command, { msgId: attempt });
  await until(() => notes.at(-1) === '0 messages');
  say('before');
  await until(() => notes.at(-1) === '1 messages');
  const drained = once(first, 'exit');
  const leftS = Math.floor((Date.now() - command.input.startedAt) / 1000);
  first.kill('SIGTERM');
  expect(await drained).toEqual([0, null]);
  // The last report of the first recorder has arrived by now; otherwise it would count as one of the next recorder.
  await bus.leases.all();
  notes.length = 0;
  await start();
  await until(() => counted() !== null);
  const before = counted() ?? 0;
  say('after');
  await until(() => (counted() ?? 0) > before);
  const endedAt = Date.now();
  await storage.put(objectKeys.chatDumpEnd(workPrefix), Buffer.from(JSON.stringify({ at: endedAt })));
  bus.pulse(jobCancel, { jobName: JOB, reason: message('job.stopped') });
  await until(() => done !== null);
  expect(done).toMatchObject({ jobName: JOB, attempt, result: { endedAt } });
  const { key, messages, warnings } = await dumpFile(storage, command, endedAt);
  // On a busy machine the first recorder joins late, which is another gap.
  const gaps = warnings.map(english).filter((text) => startOf(text) >= leftS);
  expect({ messages, gaps }).toEqual({
    messages: 2,
    gaps: [expect.stringMatching(/no recorder was available$/)],
  });
  const file = JSON.parse((await storage.read(key)).toString('utf8')) as {
    comments: { message: { body: string } }[];
  };
  expect(file.comments.map((c) => c.message.body)).toEqual(['before', 'after']);
});
