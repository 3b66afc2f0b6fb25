import { z } from 'zod';
import { defineCommand } from '#libs/contracts';
import { BugError, OutsideError, UserError, untranslated } from '#libs/errors';
import { ACK_WAIT_MS, handleDelivery, type Delivery, type DeliveryOptions, type Failure } from './handle-delivery.js';

const paint = defineCommand('paint', 'wall', z.object({ wall: z.string() }));
const policy = { tries: 3, delayMs: (attempt: number) => attempt * 10, unanswered: 5 };

function fakeDelivery({
  data = { wall: 'n' },
  attempt = 1,
  storeFails = false,
}: { data?: unknown; attempt?: number; storeFails?: boolean } = {}) {
  const log: string[] = [];
  const letters: Failure[] = [];
  const delivery: Delivery = {
    subject: 'cmd.paint.n',
    data,
    attempt,
    ack: () => log.push('ack'),
    nak: (delay) => log.push(`nak ${delay}`),
    working: () => log.push('working'),
    storeDeadLetter: async (failure) => {
      if (storeFails) throw new OutsideError(untranslated('bus-unavailable', 'unavailable'));
      letters.push(failure);
      log.push(`dead letter ${failure.code}`);
    },
  };
  return { delivery, log, letters };
}

function options(handle: DeliveryOptions['handle']) {
  let tick = (): void => undefined;
  let clock = 0;
  const drain = new AbortController();
  const deliveryOptions: DeliveryOptions = {
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
    deliveryOptions,
    drain,
    /** Advances the clock by quarters of the ack wait; `frozenMs`: the process is suspended for this time first. */
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
  }).deliveryOptions;

it('acknowledges a message when its handler returns', async () => {
  const { delivery, log } = fakeDelivery();
  expect(await handleDelivery(delivery, options(async () => undefined).deliveryOptions)).toBe('done');
  expect(log).toEqual(['ack']);
});

it('delivers a message again after an outside fault, and stores a dead letter after the last try', async () => {
  const second = fakeDelivery({ attempt: 2 });
  expect(await handleDelivery(second.delivery, throwing(new OutsideError(untranslated('s3-down', 'no'))))).toBe(
    'retried',
  );
  expect(second.log).toEqual(['nak 20']);
  const last = fakeDelivery({ attempt: 3 });
  expect(await handleDelivery(last.delivery, throwing(new OutsideError(untranslated('s3-down', 'no'))))).toBe(
    'dead-letter',
  );
  expect(last.log).toEqual(['dead letter s3-down', 'ack']);
});

it.each([
  ['a user fault', new UserError(untranslated('bad-name', 'x')), 'bad-name'],
  ['a bug', new BugError('odd', 'x'), 'odd'],
  ['anything else', new TypeError('x'), 'bug'],
  ['a thrown text', 'text', 'bug'],
])('stores a dead letter at once for %s', async (_what, thrown, code) => {
  const { delivery, log } = fakeDelivery();
  expect(await handleDelivery(delivery, throwing(thrown))).toBe('dead-letter');
  expect(log).toEqual([`dead letter ${code}`, 'ack']);
});

it('stores the details of the failure in the dead letter', async () => {
  const { delivery, letters } = fakeDelivery({ attempt: 2 });
  await handleDelivery(delivery, throwing(new TypeError('boom')));
  expect(letters[0]).toMatchObject({
    message: { params: { text: 'boom' } },
    fault: 'bug',
    attempts: 2,
    stack: expect.stringContaining('TypeError'),
  });
});

it('stores a dead letter for an invalid payload without calling the handler', async () => {
  const { delivery, log } = fakeDelivery({ data: 'no wall' });
  expect(await handleDelivery(delivery, throwing('never'))).toBe('dead-letter');
  expect(log).toEqual(['dead letter wrong-payload', 'ack']);
});

it('stores a dead letter for a message that killed its worker each time', async () => {
  const { delivery, log } = fakeDelivery({ attempt: 6 });
  expect(await handleDelivery(delivery, options(async () => undefined).deliveryOptions)).toBe('dead-letter');
  expect(log).toEqual(['dead letter no-answer', 'ack']);
});

it('does not lose a message whose dead letter could not be written', async () => {
  const { delivery, log } = fakeDelivery({ storeFails: true });
  expect(await handleDelivery(delivery, throwing(new BugError('odd', 'x')))).toBe('retried');
  expect(log).toEqual(['nak 5000']);
});

it('returns a message at once when the service drains', async () => {
  const { delivery, log } = fakeDelivery();
  const o = options(
    (_payload, work) =>
      new Promise((_resolve, reject) => {
        work.signal.addEventListener('abort', () => {
          reject(new OutsideError(untranslated('stopped', 'x')));
        });
      }),
  );
  const end = handleDelivery(delivery, o.deliveryOptions);
  o.drain.abort();
  expect(await end).toBe('handed-back');
  expect(log).toEqual(['nak 0']);
});

it('sets an ack wait that passes the message of a killed worker to another one within 15 s, and renews it in time', async () => {
  const intervals: number[] = [];
  const every: DeliveryOptions['every'] = (ms) => {
    intervals.push(ms);
    return () => undefined;
  };
  await handleDelivery(fakeDelivery().delivery, {
    ...options(async () => undefined).deliveryOptions,
    ackWaitMs: ACK_WAIT_MS,
    every,
  });
  const [renewal = Infinity] = intervals;
  // The server may receive a renewal one interval late, and counts the ack wait from there.
  expect(ACK_WAIT_MS + renewal).toBeLessThanOrEqual(15_000);
  expect(renewal).toBeLessThanOrEqual(ACK_WAIT_MS / 2);
});

it('extends the ack wait while the handler makes progress', async () => {
  const { delivery, log } = fakeDelivery();
  const done = Promise.withResolvers<undefined>();
  let reportProgress = (): void => undefined;
  const o = options(async (_payload, work) => {
    reportProgress = work.progress;
    await done.promise;
  });
  const end = handleDelivery(delivery, o.deliveryOptions);
  o.tick(23);
  reportProgress();
  o.tick(23);
  expect(log).toEqual(Array.from({ length: 46 }, () => 'working'));
  done.resolve(undefined);
  expect(await end).toBe('done');
});

it.each([
  ['hangs', [24, 0], 'no-progress'],
  ['was suspended until the server delivered its message to another worker', [1, 8_000], 'message-lost'],
] as const)('abandons a handler that %s, and aborts its signal', async (_what, [ticks, frozenMs], code) => {
  const { delivery, log } = fakeDelivery();
  let abortReason: unknown;
  const o = options(
    (_payload, work) =>
      new Promise(() => {
        work.signal.addEventListener('abort', () => {
          abortReason = work.signal.reason;
        });
      }),
  );
  const end = handleDelivery(delivery, o.deliveryOptions);
  o.tick(ticks, frozenMs);
  expect(await end).toBe('lapsed');
  expect(abortReason).toMatchObject({ code });
  expect(log).toEqual(Array.from({ length: ticks - 1 }, () => 'working'));
});
