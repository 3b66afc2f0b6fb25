import { type Bus, connectBus } from '#libs/bus';
import { jobCancel } from '#libs/contracts';
import { OutsideError, UserError } from '#libs/errors';
import { type JobTry, Log } from '#libs/service-kit';
import { startNats, type TestNats } from '#libs/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { ulid } from 'ulid';
import { DownloadRuns } from './download-runs.js';

jest.setTimeout(60_000);

let nats: TestNats;
let bus: Bus;
let runs: DownloadRuns;
/** What was told of each try, in order. */
let told: string[];
beforeAll(async () => {
  nats = await startNats();
  bus = await connectBus({ servers: nats.url, token: nats.token, name: 'download-runs' });
  await bus.ensure();
});
afterAll(async () => {
  await bus.close();
  await nats.stop();
});
beforeEach(() => {
  told = [];
  const heard: Pick<Bus, 'publish' | 'pulse' | 'onPulse'> = {
    publish: async (def, payload, options) => {
      told.push(`${(payload as { attempt: string }).attempt} ${def.name}`);
      return bus.publish(def, payload, options);
    },
    pulse: bus.pulse.bind(bus),
    onPulse: bus.onPulse.bind(bus),
  };
  runs = new DownloadRuns(
    heard,
    { name: 'n/0', node: 'n', pid: 1, slots: 1 },
    new Log({ service: 'recorder', node: 'n', pid: 1 }, 'spec', () => undefined),
  );
});

const delivered = () => ({ attempt: 1, signal: new AbortController().signal, progress: () => undefined });
const tries = (): readonly [JobTry, JobTry] => {
  const jobName = `job ${ulid()}`;
  return [
    { jobName, attempt: ulid() },
    { jobName, attempt: ulid() },
  ];
};
const eventsOf = ({ attempt }: JobTry): string[] =>
  told.filter((line) => line.startsWith(attempt)).map((line) => line.slice(attempt.length + 1));

/** One try under way. `end` is how it came to its end; `isOver` whether it has. */
interface Running {
  readonly end: Promise<'dropped' | 'ended'>;
  isOver: boolean;
}
/** Until its signal, or its end, is told. @param how as a download, or as what goes on until it is ended */
async function begun(one: JobTry, how: 'run' | 'runUntilEnded'): Promise<Running> {
  const { promise: isUnderWay, resolve: underWay } = Promise.withResolvers<undefined>();
  let end: 'dropped' | 'ended' = 'dropped';
  const done =
    how === 'run'
      ? runs.run(one, delivered(), async ({ signal }) => {
          underWay(undefined);
          await once(signal, 'abort');
          signal.throwIfAborted();
        })
      : runs.runUntilEnded(one, delivered(), async ({ signal, ended }) => {
          underWay(undefined);
          await Promise.race([once(signal, 'abort'), once(ended, 'abort')]);
          signal.throwIfAborted();
          end = 'ended';
        });
  const running: Running = {
    end: done.then(() => {
      running.isOver = true;
      return end;
    }),
    isOver: false,
  };
  await isUnderWay;
  return running;
}

describe.each(['run', 'runUntilEnded'] as const)('a word to cancel a job: %s', (how) => {
  it('that is meant for an older try lets the newer one go on, and has nothing made of the older one', async () => {
    const [older, newer] = tries();
    const [first, second] = [await begun(older, how), await begun(newer, how)];
    bus.pulse(jobCancel, { jobName: older.jobName, attempt: older.attempt, reason: 'it is not wanted any more' });
    expect(await first.end).toBe('dropped');
    await bus.leases.all();
    expect([second.isOver, eventsOf(newer)]).toEqual([false, ['download-started']]);
    bus.pulse(jobCancel, { jobName: newer.jobName, reason: 'stopped by the operator' });
    expect(await second.end).toBe(how === 'run' ? 'dropped' : 'ended');
  });

  it('of the operator is for every try', async () => {
    const [older, newer] = tries();
    const all = [await begun(older, how), await begun(newer, how)];
    bus.pulse(jobCancel, { jobName: older.jobName, reason: 'stopped by the operator' });
    expect(await Promise.all(all.map(({ end }) => end))).toEqual(
      how === 'run' ? ['dropped', 'dropped'] : ['ended', 'ended'],
    );
  });
});

it('what goes on until it is ended says nothing of a try that is not wanted any more: it neither failed nor is it to be delivered again', async () => {
  const [older] = tries();
  const running = await begun(older, 'runUntilEnded');
  bus.pulse(jobCancel, { jobName: older.jobName, attempt: older.attempt, reason: 'it is not wanted any more' });
  expect([await running.end, eventsOf(older)]).toEqual(['dropped', ['download-started']]);
});

it.each(['run', 'runUntilEnded'] as const)(
  'what can never be is delivered again until somebody was told so: %s',
  async (how) => {
    const [one] = tries();
    const away = new OutsideError('bus-unavailable', 'NATS is away');
    const lost = new DownloadRuns(
      {
        publish: (def, payload, options) =>
          def.name === 'download-failed' ? Promise.reject(away) : bus.publish(def, payload, options),
        pulse: bus.pulse.bind(bus),
        onPulse: bus.onPulse.bind(bus),
      },
      { name: 'n/0', node: 'n', pid: 1, slots: 1 },
      new Log({ service: 'recorder', node: 'n', pid: 1 }, 'spec', () => undefined),
    );
    const gone = (): Promise<void> => Promise.reject(new UserError('video-missing', 'There is no such video.'));
    await expect(lost[how](one, delivered(), gone)).rejects.toBe(away);
    await expect(runs[how](one, delivered(), gone)).resolves.toBeUndefined();
    expect(eventsOf(one)).toEqual(['download-started', 'download-failed']);
  },
);
