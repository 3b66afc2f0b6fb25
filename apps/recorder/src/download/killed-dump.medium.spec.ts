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

let deliveries: Deliveries;
beforeAll(async () => {
  const channel = smallChannel('salty', {
    twitch: { userId: '7001', displayName: 'Salty', title: 'Boats', category: 'Chess', chatPerMinute: 6000 },
  });
  deliveries = await Deliveries.open({
    name: 'killed-dump',
    channel,
    program: 'apps/recorder/test/dump-delivery.fixture.ts',
  });
}, 120_000);
afterAll(() => deliveries.close());

function newCommand(): Command {
  const attempt = ulid();
  return {
    jobName: 'chatdump_x',
    attempt,
    input: {
      providerKind: 'twitch',
      streamer: { id: '7001', login: 'salty', name: 'Salty' },
      startedAt: Date.now(),
      workPrefix: objectKeys.chatDump(attempt),
    },
  };
}
const deliver = (command: Command): Delivery => deliveries.deliver(command, deliveries.path('spool'));
/** The note of a dump has this form once its recorder has joined the room. */
const joined = (delivery: Delivery): Promise<void> => until(() => /^\d+ messages$/m.test(delivery.output()));
const hasChunk = async ({ input }: Command): Promise<boolean> =>
  (await deliveries.count(input.workPrefix, (key) => key.endsWith('.ndjson'))) > 0;

/** The chat messages that the site has sent so far, also while nobody was in the room. */
const sentLines = () =>
  (deliveries.sim.log().chat['salty']?.lines ?? []).filter(
    ({ id, command }) => id !== null && /^(PRIVMSG|USERNOTICE)$/.test(command),
  );
/** Those of them that were sent to a recorder. */
const deliveredLines = () => sentLines().filter(({ listeners }) => listeners > 0);

/** Ends the dump like the API. */
async function end({ input }: Command, delivery: Delivery): Promise<void> {
  await deliveries.storage.put(
    objectKeys.chatDumpEnd(input.workPrefix),
    Buffer.from(JSON.stringify({ at: Date.now() })),
  );
  delivery.tell('end');
  await delivery.gone;
}

/** The ids of the messages in the chat file of a dump, and its gaps, in ms since the Unix epoch. */
async function fileOf(command: Command) {
  const { startedAt, workPrefix } = command.input;
  const endedAt = (await endOfDump(deliveries.storage, workPrefix)) ?? 0;
  const { pieces } = await dumpFile(deliveries.storage, command, endedAt);
  return {
    ids: pieces.flatMap((p) => (p.kind === 'entry' && p.entry.message.author ? [p.entry.message.id] : [])),
    gaps: pieces
      .flatMap((p) => (p.kind === 'head' ? p.gaps : []))
      .map(({ from, to }) => ({ from: startedAt + from * 1000, to: startedAt + to * 1000 })),
  };
}

it('a chat dump continues after its recorder is killed: it has the messages on the local disk, and one gap for the rest', async () => {
  const command = newCommand();
  const first = deliver(command);
  await joined(first);
  deliveries.sim.act('salty', { do: 'start' });
  await until(() => hasChunk(command));
  // The site sends 200 messages in 2 s, and the next chunk is due after 5 s: these messages are only on the local disk.
  const enough = sentLines().length + 200;
  await until(() => deliveredLines().length >= enough);
  // Taken before the kill, because the site may notice only later that the recorder has left.
  const killedAt = Date.now();
  await first.kill('SIGKILL');
  const sentBefore = sentLines().length;
  await until(() => sentLines().length > sentBefore + 30);
  const second = deliver(command);
  await joined(second);
  const enoughAgain = deliveredLines().length + 100;
  await until(() => deliveredLines().length >= enoughAgain);
  deliveries.sim.act('salty', { do: 'end', how: 'endlist' });
  await end(command, second);
  expect([first.output().includes('job-done'), second.output().includes('job-done')]).toEqual([false, true]);

  const { ids, gaps } = await fileOf(command);
  expect(new Set(ids).size).toBe(ids.length);
  // If the first recorder took 10 s to join the room, on a busy machine, there is a gap before the kill, too.
  const [gap, ...more] = gaps.filter(({ to }) => to > killedAt);
  expect(more).toEqual([]);
  const lost = sentLines().filter(({ id }) => !ids.includes(id ?? ''));
  expect(lost.length).toBeGreaterThan(30);
  const isInGap = (at: number): boolean => gap !== undefined && at >= gap.from - 1 && at <= gap.to + 1;
  expect(lost.filter(({ at }) => !isInGap(at)).map(({ at }) => at - killedAt)).toEqual([]);
  // A recorder writes received messages to its local disk every 0.25 s, so a kill loses only the newest ones.
  expect(lost.filter(({ listeners, at }) => listeners > 0 && at < killedAt - 1000)).toEqual([]);
});
