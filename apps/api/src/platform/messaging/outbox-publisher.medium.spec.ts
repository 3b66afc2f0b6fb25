import { type Bus, COMMAND_POLICY, connectBus, type Consumption, ConsumptionSwitch } from '#libs/bus';
import { type Assignment, chatDumpJob, objectKeys } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { postgresOfRun, type PostgresOfRun, startNats, type TestNats } from '#libs/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { buildDataSource, type Database } from '../../persistence/database/data-source.js';
import { OutboxRow } from '../../persistence/entities/outbox.entity.js';
import { countParked, Outbox } from '../../persistence/repositories/outbox.repository.js';
import { Transactions } from '../../persistence/database/tx.js';
import { type Scheduler } from '../scheduler/scheduler.js';
import { eventually } from '../../testing/test-app.js';
import { type JobCommand } from '../../testing/fake-worker.js';
import { soloScheduler } from '../../testing/solo-scheduler.js';
import { OutboxPublisher } from './outbox-publisher.js';
import { migratedDatabase } from '../../testing/migrated-database.js';

jest.setTimeout(60_000);

type Dump = JobCommand<typeof chatDumpJob>;
/** Number of rows that the publisher reads at once. */
const BATCH = 100;

let servers: { readonly nats: TestNats; readonly postgres: PostgresOfRun };
let db: Database;
let bus: Bus;
let outbox: Outbox;
let scheduler: Scheduler;
let recorder: Consumption | null;
beforeAll(async () => {
  const [nats, postgres] = await Promise.all([startNats(), postgresOfRun()]);
  servers = { nats, postgres };
});
afterAll(async () => {
  await servers.nats.stop();
  await servers.postgres.stop();
});
beforeEach(async () => {
  recorder = null;
  bus = await connectBus({ servers: servers.nats.url, token: servers.nats.token, name: 'publisher-spec' });
  await bus.ensure();
  db = await buildDataSource(await migratedDatabase(servers.postgres.url)).initialize();
  outbox = new Outbox();
  scheduler = soloScheduler();
  new OutboxPublisher(scheduler, new Transactions(db), bus, outbox);
});
afterEach(async () => {
  await scheduler.stop();
  await recorder?.close();
  await db.destroy();
  await bus.close();
});

function aDump(): Dump {
  const attempt = ulid();
  return {
    jobName: `chatdump_${attempt}`,
    attempt,
    input: {
      providerKind: 'hls',
      streamer: { id: '1', login: 'quay', name: 'Quay' },
      startedAt: 0,
      workPrefix: objectKeys.chatDump(attempt),
    },
  };
}
function anAssignment(): Assignment {
  return {
    vodUuid: randomUUID(),
    channelUuid: randomUUID(),
    channelName: 'quay',
    providerKind: 'hls',
    sourceUrl: 'http://127.0.0.1:9/quay.m3u8',
    sourceId: 'quay',
    sealedHeaders: null,
    qualities: [],
    nearestBelow: false,
    priority: 0,
    staleTargets: 3,
    createdAt: new Date().toISOString(),
  };
}
const rows = (): Promise<number> => db.manager.count(OutboxRow);
const isAssigned = (vodUuid: string): Promise<boolean> => bus.assignments.get(vodUuid).then((item) => item !== null);
const added = async (...commands: readonly Dump[]): Promise<void> => {
  for (const command of commands) await db.transaction((tx) => outbox.job(chatDumpJob.kind, command, tx));
};
const again = (command: Dump): Promise<boolean> =>
  db.transaction((tx) => outbox.jobAgain(chatDumpJob.kind, command, tx));

/**
 * Takes the queued commands without doing them.
 * @returns the attempts of the job, in the order of arrival; grows
 */
async function startRecorder(jobName = ''): Promise<string[]> {
  const received: string[] = [];
  recorder = await bus.consume({
    stream: 'CMD',
    durable: 'cmd-chat-dump',
    filter: 'cmd.chat-dump.*',
    concurrency: 1,
    consumptionSwitch: new ConsumptionSwitch(),
    policy: COMMAND_POLICY,
    defOf: () => chatDumpJob.command,
    handle: (_, payload) => {
      const dump = payload as Dump;
      if (dump.jobName === jobName) received.push(dump.attempt);
      return Promise.resolve();
    },
  });
  return received;
}

describe('the outbox', () => {
  it('assigns a recording although a whole batch of earlier commands waits for predecessors', async () => {
    const dumps = Array.from({ length: BATCH }, () => aDump());
    for (const command of dumps) await bus.publish(chatDumpJob.command, command, { msgId: ulid() });
    await added(...dumps);
    const assignment = anAssignment();
    await db.transaction((tx) => outbox.assign(assignment, tx));
    await scheduler.start();
    await eventually(() => isAssigned(assignment.vodUuid), 'the assignment');
    await eventually(async () => (await rows()) === BATCH, 'its row to go, and no other');
    await startRecorder();
    await eventually(async () => (await rows()) === 0, 'the commands to leave');
  });

  it('sends the commands of one job in order, even if their predecessor ends between two of them', async () => {
    const dump = aDump();
    const [working, first, second] = ['working', 'first', 'second'].map((attempt) => ({ ...dump, attempt }));
    if (!working || !first || !second) throw new RangeError('three');
    await bus.publish(chatDumpJob.command, working, { msgId: ulid() });
    await added(first, second);
    let received: readonly string[] = [];
    const publish = bus.publish.bind(bus);
    // The predecessor ends between the tries to send `first` and `second`.
    jest.spyOn(bus, 'publish').mockImplementation(async (def, payload, options) => {
      const published = await publish(def, payload, options);
      if (published.outcome === 'already-queued' && recorder === null) {
        received = await startRecorder(dump.jobName);
        await eventually(() => bus.isIdle(), 'the end of the predecessor');
      }
      return published;
    });
    await scheduler.start();
    await eventually(() => Promise.resolve(received.length === 3), 'all three');
    expect(received).toEqual(['working', 'first', 'second']);
  });

  it('assigns a recording although the command queue accepts no message', async () => {
    const full = aDump();
    const publish = bus.publish.bind(bus);
    jest
      .spyOn(bus, 'publish')
      .mockImplementation((def, payload, options) =>
        isFull
          ? Promise.reject(new OutsideError(untranslated('bus-unavailable', 'no quorum')))
          : publish(def, payload, options),
      );
    let isFull = true;
    await added(full);
    const assignment = anAssignment();
    await db.transaction((tx) => outbox.assign(assignment, tx));
    await scheduler.start();
    await eventually(() => isAssigned(assignment.vodUuid), 'the assignment');
    await eventually(async () => (await rows()) === 1, 'its row to go, and no other');
    isFull = false;
    await eventually(async () => (await rows()) === 0, 'the command');
  });
});

describe('a command that is requested again', () => {
  it('is added once, however often it is requested before the outbox is published', async () => {
    const command = aDump();
    expect([await again(command), await again(command), await again(aDump()), await rows()]).toEqual([
      true,
      false,
      true,
      2,
    ]);
    await added(command);
    expect([await again(command), await rows()]).toEqual([false, 3]);
  });

  it('is dropped while its earlier message is still queued', async () => {
    const command = aDump();
    await bus.publish(chatDumpJob.command, command, { msgId: ulid() });
    await again(command);
    await scheduler.start();
    await eventually(async () => (await rows()) === 0, 'an empty outbox');
    const received = await startRecorder(command.jobName);
    await eventually(() => bus.isIdle(), 'an empty queue');
    expect(received).toEqual([command.attempt]);
  });

  it('is sent if its earlier message was lost', async () => {
    const command = aDump();
    await again(command);
    await scheduler.start();
    const received = await startRecorder(command.jobName);
    await eventually(() => Promise.resolve(received.length === 1), 'the command');
    await eventually(async () => (await rows()) === 0, 'its row to go');
  });

  it('that is parked gets one more try instead of a second row', async () => {
    const command = aDump();
    const unsendable = { ...command, attempt: '' };
    await added(unsendable);
    await db.query('UPDATE outbox SET tries = 20');
    expect(await countParked(db.manager)).toBe(1);
    expect([await again(unsendable), await rows(), await countParked(db.manager)]).toEqual([true, 1, 0]);
    await scheduler.start();
    await eventually(async () => (await countParked(db.manager)) === 1, 'the end of the try');
    // Counted inside the transaction, before the publisher sees the row.
    expect(
      await db.transaction(async (tx) => [
        await outbox.jobAgain(chatDumpJob.kind, command, tx),
        await tx.count(OutboxRow),
      ]),
    ).toEqual([true, 1]);
    await eventually(async () => (await rows()) === 0, 'the command');
  });
});
