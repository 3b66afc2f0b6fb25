import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { endOfDump } from '#libs/chat';
import { type chatDumpJob, objectKeys } from '#libs/contracts';
import { type JobCommand } from '#libs/service-kit';
import { ulid } from 'ulid';
import { smallChannel } from '../../../../tools/provider-sim/index.js';
import { until } from '../../../../tools/supervisor/until.fixture.js';
import { Deliveries, type Delivery } from '../../test/deliveries.fixture.js';
import { dumpFile } from '../../test/dump-file.fixture.js';

type Command = JobCommand<typeof chatDumpJob>;

jest.setTimeout(120_000);

/**
 * A process that does one delivery of a dump as the recorder does, after it brought to storage what an earlier one left
 * on its disk: the bus is what it prints, and a line of its input ends the dump.
 */
const DELIVERY = `import 'reflect-metadata';
import { openStorage } from '#libs/storage';
import { english, message } from '#libs/messages';
import { NO_ACCOUNT, Providers, SiteAddresses } from '#libs/providers';
import { Log, WorkerJobRunner } from '#libs/service-kit';
import { ChatRecovery } from './apps/recorder/src/chat/chat-recovery.js';
import { DEFAULT_TIMES } from './apps/recorder/src/core/tokens.js';
import { ChatDumpHandler } from './apps/recorder/src/download/chat-dump.handler.js';
import { Spool } from './apps/recorder/src/store/spool.js';
import { SpoolRecovery } from './apps/recorder/src/store/spool-recovery.js';
const [root, sites, command, spoolDir] = process.argv.slice(2);
const log = new Log({ service: 'recorder', node: 'n', pid: process.pid }, 'child', () => {});
const storage = await openStorage({ kind: 'file', rootDir: root, sync: 'off' });
const spool = new Spool({ dir: spoolDir, maxBytes: 1e8, maxAgeMs: 1e9, now: () => 0 });
const bus = {
  publish: async (def) => { console.log(def.name); return { outcome: 'stored' }; }, pulse: (def, { note }) => { console.log(english(note)); },
  onPulse: (def, key, hear) => { process.stdin.once('data', () => hear({ reason: message('job.stopped') })); return () => {}; },
};
await new ChatRecovery(spool, log).run();
await new SpoolRecovery({ spool, storage, bus, log, recorder: 'n/0', wall: () => Date.now() }).run(new AbortController().signal);
const providers = new Providers({ sites: new SiteAddresses(sites), account: () => NO_ACCOUNT });
const runner = new WorkerJobRunner({ bus, storage, worker: { name: 'n/0', pid: process.pid }, log });
const dumps = new ChatDumpHandler(runner, { chatOf: (kind) => providers.of(kind).chat }, storage, spool, { ...DEFAULT_TIMES, dumpChunkMs: 2000, snapshotMs: 100 }, log);
await dumps.run(JSON.parse(command), { attempt: 1, signal: new AbortController().signal, progress: () => {} });
await storage.close();
process.exit(0);
`;

let all: Deliveries;
beforeAll(async () => {
  const channel = smallChannel('salty', {
    twitch: { userId: '7001', displayName: 'Salty', title: 'Boats', category: 'Chess', chatPerMinute: 6000 },
  });
  all = await Deliveries.open({ name: 'killed-dump', channel, program: DELIVERY });
}, 120_000);
afterAll(() => all.close());

const deliver = (command: Command): Delivery => all.deliver(command, all.path('spool'));
const inRoom = (delivery: Delivery): Promise<void> => until(() => /^\d+ messages$/m.test(delivery.output()));
const sent = () =>
  (all.sim.log().chat['salty']?.lines ?? []).filter(
    ({ id, command }) => id !== null && /^(PRIVMSG|USERNOTICE)$/.test(command),
  );
const waitForLines = (count: number): Promise<void> =>
  until(() => sent().filter((l) => l.listeners > 0).length >= count);
const chunks = (prefix: string): Promise<number> => all.count(prefix, (key) => key.endsWith('.ndjson'));

it('a dump whose recorder is killed goes on: what was received stays, also what was not on storage yet, and the gap is named', async () => {
  const attempt = ulid();
  const [startedAt, workPrefix] = [Date.now(), objectKeys.chatDump(attempt)];
  const command: Command = {
    jobName: 'chatdump_x',
    attempt,
    input: {
      providerKind: 'twitch',
      streamer: { id: '7001', login: 'salty', name: 'Salty' },
      startedAt,
      workPrefix,
    },
  };
  const first = deliver(command);
  await inRoom(first);
  all.sim.act('salty', { do: 'start' });
  await until(async () => (await chunks(workPrefix)) >= 1);
  await waitForLines(sent().length + 60);
  // Before it: that it is gone may be received late.
  const killedAt = Date.now();
  await first.kill('SIGKILL');
  const between = sent().length;
  await until(() => sent().length > between + 30);
  const second = deliver(command);
  await inRoom(second);
  await waitForLines(sent().filter((l) => l.listeners > 0).length + 100);
  all.sim.act('salty', { do: 'end', how: 'endlist' });
  await all.storage.put(objectKeys.chatDumpEnd(workPrefix), Buffer.from(JSON.stringify({ at: Date.now() })));
  second.tell('end');
  await second.gone;
  expect([first.output().includes('job-done'), second.output().includes('job-done')]).toEqual([false, true]);

  const { pieces } = await dumpFile(all.storage, command, (await endOfDump(all.storage, workPrefix)) ?? 0);
  const ids = pieces.flatMap((p) => (p.kind === 'entry' && p.entry.message.author ? [p.entry.message.id] : []));
  // On a machine so busy that the first one took 10 s to be in the room there is a gap before it, too.
  const gaps = pieces
    .flatMap((p) => (p.kind === 'head' ? p.gaps : []))
    .filter(({ to }) => startedAt + to * 1000 > killedAt);
  expect([new Set(ids).size, gaps.length]).toEqual([ids.length, 1]);
  const lost = sent().filter(({ id }) => !ids.includes(id ?? ''));
  const [from, to] = [startedAt + (gaps[0]?.from ?? 0) * 1000, startedAt + (gaps[0]?.to ?? 0) * 1000];
  expect(lost.length).toBeGreaterThan(30);
  expect(lost.filter(({ at }) => at < from - 1 || at > to + 1).map(({ at }) => at - killedAt)).toEqual([]);
  // Received and lost is only what came in the last quarter of a second, and what the kill caught on its way: chunks are
  // cut every 2 s, so the rest of the last one came from the local disk.
  expect(lost.filter((l) => l.listeners > 0 && l.at < killedAt - 1000)).toEqual([]);
});
