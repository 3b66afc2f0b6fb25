import { z } from 'zod';
import { defineCommand } from '#libs/contracts';
import { BugError, OutsideError, UserError, untranslated } from '#libs/errors';
import { ACK_WAIT_MS, handleDelivery, type Delivery, type DeliveryOptions, type Failure } from './handle-delivery.js';

const paint = defineCommand('paint', 'wall', z.object({ wall: z.string() }));
const policy = { tries: 3, delayMs: (attempt: number) => attempt * 10, unanswered: 5 };

function fake({
  data = { wall: 'n' },
  attempt = 1,
  buryFails = false,
}: { data?: unknown; attempt?: number; buryFails?: boolean } = {}) {
  const log: string[] = [];
  const buried: Failure[] = [];
  const d: Delivery = {
    subject: 'cmd.paint.n',
    data,
    attempt,
    ack: () => log.push('ack'),
    nak: (delay) => log.push(`nak ${delay}`),
    working: () => log.push('working'),
    bury: async (failure) => {
      if (buryFails) throw new OutsideError(untranslated('bus-unavailable', 'away'));
      buried.push(failure);
      log.push(`bury ${failure.code}`);
    },
  };
  return { d, log, buried };
}

function options(handle: DeliveryOptions['handle']) {
  let tick = (): void => undefined;
  let clock = 0;
  const drain = new AbortController();
  const all: DeliveryOptions = {
    def: paint,
    policy,
    handle,
    draining: drain.signal,
    ackWaitMs: 10_000,
    hungMs: 60_000,
    now: () => clock,
    every: (_ms, run) => {
      tick = run;
      return () => {
        tick = () => undefined;
      };
    },
  };
  return {
    all,
    drain,
    /** Lets so many quarters of the ack wait pass; `frozenMs`: before that the process stands still. */
    tick: (times: number, frozenMs = 0) => {
      clock += frozenMs;
      for (let i = 0; i < times; i += 1) {
        clock += 2_500;
        tick();
      }
    },
  };
}
const throwing = (error: unknown) =>
  options(async () => {
    throw error;
  }).all;

it('acks when the handler returns', async () => {
  const { d, log } = fake();
  expect(await handleDelivery(d, options(async () => undefined).all)).toBe('done');
  expect(log).toEqual(['ack']);
});

it('retries after an outside fault, and stores a dead letter after the last try', async () => {
  const second = fake({ attempt: 2 });
  expect(await handleDelivery(second.d, throwing(new OutsideError(untranslated('s3-down', 'no'))))).toBe('retried');
  expect(second.log).toEqual(['nak 20']);
  const last = fake({ attempt: 3 });
  expect(await handleDelivery(last.d, throwing(new OutsideError(untranslated('s3-down', 'no'))))).toBe('buried');
  expect(last.log).toEqual(['bury s3-down', 'ack']);
});

it.each([
  ['a user fault', new UserError(untranslated('bad-name', 'x')), 'bad-name'],
  ['a bug', new BugError('odd', 'x'), 'odd'],
  ['anything else', new TypeError('x'), 'bug'],
  ['no error at all', 'text', 'bug'],
])('stores a dead letter at once for %s', async (_what, thrown, code) => {
  const { d, log } = fake();
  expect(await handleDelivery(d, throwing(thrown))).toBe('buried');
  expect(log).toEqual([`bury ${code}`, 'ack']);
});

it('stores the details of the failure in the dead letter', async () => {
  const { d, buried } = fake({ attempt: 2 });
  await handleDelivery(d, throwing(new TypeError('boom')));
  expect(buried[0]).toMatchObject({
    message: { params: { text: 'boom' } },
    fault: 'bug',
    attempts: 2,
    stack: expect.stringContaining('TypeError'),
  });
});

it('stores a dead letter for an invalid payload without calling the handler', async () => {
  const { d, log } = fake({ data: 'no wall' });
  expect(await handleDelivery(d, throwing('never'))).toBe('buried');
  expect(log).toEqual(['bury wrong-payload', 'ack']);
});

it('stores a dead letter for a message that killed its worker each time', async () => {
  const { d, log } = fake({ attempt: 6 });
  expect(await handleDelivery(d, options(async () => undefined).all)).toBe('buried');
  expect(log).toEqual(['bury no-answer', 'ack']);
});

it('does not lose a message whose dead letter could not be written', async () => {
  const { d, log } = fake({ buryFails: true });
  expect(await handleDelivery(d, throwing(new BugError('odd', 'x')))).toBe('retried');
  expect(log).toEqual(['nak 5000']);
});

it('returns a message at once when the service drains', async () => {
  const { d, log } = fake();
  const o = options(
    (_payload, work) =>
      new Promise((_resolve, reject) => {
        work.signal.addEventListener('abort', () => {
          reject(new OutsideError(untranslated('stopped', 'x')));
        });
      }),
  );
  const end = handleDelivery(d, o.all);
  o.drain.abort();
  expect(await end).toBe('handed-back');
  expect(log).toEqual(['nak 0']);
});

it('gives the message of a killed worker to another one within 15 s, and renews the ack wait well before its end', async () => {
  const intervals: number[] = [];
  const every: DeliveryOptions['every'] = (ms) => {
    intervals.push(ms);
    return () => undefined;
  };
  await handleDelivery(fake().d, { ...options(async () => undefined).all, ackWaitMs: ACK_WAIT_MS, every });
  const [renewal = Infinity] = intervals;
  // The server may receive a renewal one interval late, and counts the ack wait from there.
  expect(ACK_WAIT_MS + renewal).toBeLessThanOrEqual(15_000);
  expect(renewal).toBeLessThanOrEqual(ACK_WAIT_MS / 2);
});

it('extends the ack wait while the process lives and makes progress', async () => {
  const { d, log } = fake();
  const done = Promise.withResolvers<undefined>();
  let moved = (): void => undefined;
  const o = options(async (_payload, work) => {
    moved = work.progress;
    await done.promise;
  });
  const end = handleDelivery(d, o.all);
  o.tick(23);
  moved();
  o.tick(23);
  expect(log).toEqual(Array.from({ length: 46 }, () => 'working'));
  done.resolve(undefined);
  expect(await end).toBe('done');
});

it.each([
  ['hangs', [24, 0], 'no-progress'],
  ['was frozen until the server gave its message away', [1, 8_000], 'message-lost'],
] as const)('abandons a handler that %s, and aborts its signal', async (_what, [ticks, frozenMs], code) => {
  const { d, log } = fake();
  let logged: unknown;
  const o = options(
    (_payload, work) =>
      new Promise(() => {
        work.signal.addEventListener('abort', () => {
          logged = work.signal.reason;
        });
      }),
  );
  const end = handleDelivery(d, o.all);
  o.tick(ticks, frozenMs);
  expect(await end).toBe('lapsed');
  expect(logged).toMatchObject({ code });
  expect(log).toEqual(Array.from({ length: ticks - 1 }, () => 'working'));
});
