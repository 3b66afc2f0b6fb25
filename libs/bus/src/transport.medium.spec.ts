import 'reflect-metadata';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Module, type INestMicroservice, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { z } from 'zod';
import { defineCommand, defineEvent } from '#libs/contracts';
import { BugError, OutsideError, UserError, untranslated } from '#libs/errors';
import { verbatim } from '#libs/messages';
import { startNats, type TestNats } from '#libs/testkit';
import {
  connectBus,
  ENDLESS_POLICY,
  ConsumptionSwitch,
  JetStreamStrategy,
  OnCommand,
  OnEvent,
  waitUntilIdle,
  type Bus,
  type ConsumedMessages,
  type MessageContext,
} from './index.js';

const paint = defineCommand('paint', 'wall', z.object({ wall: z.string(), how: z.string() }));
const sand = defineCommand('sand', 'wall', z.object({ wall: z.string() }));
const painted = defineEvent('painted', 'wall', z.object({ wall: z.string() }));
const other = defineEvent('other', 'wall', z.object({ wall: z.string() }));

let log: string[] = [];
let onPaint: (payload: { wall: string; how: string }, context: MessageContext) => Promise<void> = async () => undefined;

@Controller()
class Painter {
  @OnCommand(paint)
  async paint(payload: { wall: string; how: string }, context: MessageContext): Promise<void> {
    log.push(`${payload.how} ${payload.wall} #${context.attempt}`);
    await onPaint(payload, context);
  }
}

@Controller()
class Listener {
  @OnEvent(painted)
  async painted({ wall }: { wall: string }): Promise<void> {
    log.push(`painted ${wall}`);
  }
}

let nats: TestNats;
let bus: Bus;
const apps: INestMicroservice[] = [];
const QUICK_POLICY = { tries: 3, delayMs: () => 1, unanswered: 5 };

async function startTestService(controllers: Type[], claims: ConsumedMessages): Promise<INestMicroservice> {
  @Module({ controllers })
  class App {}
  const strategy = new JetStreamStrategy(bus, {
    policies: { commands: QUICK_POLICY, events: QUICK_POLICY },
    ...claims,
  });
  const app = await NestFactory.createMicroservice(App, { strategy, logger: false });
  apps.push(app);
  await app.listen();
  return app;
}
const startPainter = () => startTestService([Painter], { commands: [{ def: paint, concurrency: 1 }] });

beforeAll(async () => {
  nats = await startNats();
});
afterAll(async () => {
  await nats.stop();
});
beforeEach(async () => {
  log = [];
  onPaint = async () => undefined;
  bus = await connectBus({ servers: nats.url, token: nats.token, name: 'test' });
  await bus.ensure();
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
  await bus.close();
});

describe('a command', () => {
  it('is handled by its Nest handler and leaves the queue', async () => {
    await startPainter();
    await bus.publish(paint, { wall: 'a', how: 'well' }, { msgId: 'c1' });
    await waitUntilIdle(bus);
    expect(log).toEqual(['well a #1']);
    expect(await bus.publish(paint, { wall: 'a', how: 'again' }, { msgId: 'c2' })).toMatchObject({ outcome: 'stored' });
    await waitUntilIdle(bus);
    expect(log).toEqual(['well a #1', 'again a #1']);
  });

  it('is handled when a worker connects after it was queued', async () => {
    await bus.publish(paint, { wall: 'w', how: 'late' }, { msgId: 'w1' });
    await startPainter();
    await waitUntilIdle(bus);
    expect(log).toEqual(['late w #1']);
  });

  it('is retried after an outside fault, then becomes a dead letter that the operator can retry', async () => {
    onPaint = async () => {
      throw new OutsideError(untranslated('no-brush', 'the brush is gone'));
    };
    await startPainter();
    const received = new Promise<void>((resolve) => {
      bus.deadLetters.onAdded(resolve);
    });
    await bus.publish(paint, { wall: 'b', how: 'hard' }, { msgId: 'o1' });
    await received;
    await waitUntilIdle(bus);
    expect(log).toEqual(['hard b #1', 'hard b #2', 'hard b #3']);
    const [letter] = await bus.deadLetters.list();
    expect(letter).toMatchObject({
      subject: 'cmd.paint.b',
      name: 'paint',
      code: 'no-brush',
      error: verbatim('the brush is gone'),
      attempts: 3,
      payload: { wall: 'b', how: 'hard' },
    });
    onPaint = async () => undefined;
    await bus.deadLetters.retry(letter?.id ?? '');
    await waitUntilIdle(bus);
    expect(log.at(-1)).toBe('hard b #1');
    expect(await bus.deadLetters.list()).toEqual([]);
    await expect(bus.deadLetters.retry(letter?.id ?? '')).rejects.toMatchObject({
      code: 'dead-letter-gone',
      status: 404,
    });
  });

  it('counts as queued while it waits for its next try', async () => {
    const ended = Promise.withResolvers<string>();
    onPaint = async (_payload, { attempt }) => {
      if (attempt === 1) throw new OutsideError(untranslated('no-brush', 'the brush is gone'));
    };
    const app = await startTestService([Painter], {
      commands: [{ def: paint, concurrency: 1, policy: { ...QUICK_POLICY, delayMs: () => 1_000 } }],
      onEnd: (end) => {
        ended.resolve(end);
      },
    });
    await bus.publish(paint, { wall: 'f', how: 'later' }, { msgId: 'f1' });
    expect(await ended.promise).toBe('retried');
    await app.close();
    apps.splice(0);
    expect(await bus.queuedCommands()).toEqual(new Map([['paint', 1]]));
    await startPainter();
    await waitUntilIdle(bus);
    expect(await bus.queuedCommands()).toEqual(new Map());
    expect(log).toEqual(['later f #1', 'later f #2']);
  });

  it.each([
    ['a user fault', new UserError(untranslated('bad-colour', 'no such colour')), 'bad-colour'],
    ['a bug', new BugError('odd', 'x'), 'odd'],
    ['an error of the runtime', new TypeError('x is undefined'), 'bug'],
  ])('that fails with %s becomes a dead letter at once', async (failure, error, code) => {
    onPaint = async () => {
      throw error;
    };
    await startPainter();
    await bus.publish(paint, { wall: 'c', how: 'once' }, { msgId: `u-${failure}` });
    await waitUntilIdle(bus);
    expect(log).toEqual(['once c #1']);
    const [letter] = await bus.deadLetters.list();
    expect(letter).toMatchObject({ code, attempts: 1 });
    await bus.deadLetters.drop(letter?.id ?? '');
    expect(await bus.deadLetters.list()).toEqual([]);
  });

  it('is retried by the policy of its consumer, not by that of all commands', async () => {
    onPaint = async (_payload, { attempt }) => {
      if (attempt < 6) throw new OutsideError(untranslated('no-brush', 'the brush is gone'));
    };
    await startTestService([Painter], {
      commands: [{ def: paint, concurrency: 1, policy: { ...ENDLESS_POLICY, delayMs: () => 1 } }],
    });
    await bus.publish(paint, { wall: 'e', how: 'on' }, { msgId: 'e1' });
    await waitUntilIdle(bus);
    expect([log.length, log.at(-1), await bus.deadLetters.list()]).toEqual([6, 'on e #6', []]);
  });

  it('cannot be retried from its dead letter while the same work is queued', async () => {
    onPaint = async () => {
      throw new UserError(untranslated('bad-colour', 'x'));
    };
    const app = await startPainter();
    await bus.publish(paint, { wall: 'q', how: 'x' }, { msgId: 'q1' });
    await waitUntilIdle(bus);
    await app.close();
    apps.splice(0);
    await bus.publish(paint, { wall: 'q', how: 'y' }, { msgId: 'q2' });
    const [letter] = await bus.deadLetters.list();
    await expect(bus.deadLetters.retry(letter?.id ?? '')).rejects.toMatchObject({
      code: 'already-queued',
      status: 409,
    });
    onPaint = async () => undefined;
    await startPainter();
    await waitUntilIdle(bus);
    await bus.deadLetters.drop(letter?.id ?? '');
  });

  it('is handed back at once when its worker drains', async () => {
    const started = Promise.withResolvers<undefined>();
    onPaint = (_payload, { signal }) =>
      new Promise((_resolve, reject) => {
        started.resolve(undefined);
        signal.addEventListener('abort', () => {
          reject(new OutsideError(untranslated('stopped', 'draining')));
        });
      });
    const first = await startPainter();
    await bus.publish(paint, { wall: 'd', how: 'slow' }, { msgId: 'd1' });
    await started.promise;
    await first.close();
    apps.splice(0);
    onPaint = async () => undefined;
    await startPainter();
    await waitUntilIdle(bus);
    expect(log).toEqual(['slow d #1', 'slow d #2']);
  });

  it('is delivered again when its worker dies half-way', async () => {
    const dead = await connectBus({ servers: nats.url, token: nats.token, name: 'dead' });
    const started = Promise.withResolvers<undefined>();
    const ended = Promise.withResolvers<undefined>();
    await dead.consume({
      stream: 'CMD',
      durable: 'cmd-paint',
      filter: 'cmd.paint.*',
      concurrency: 1,
      policy: QUICK_POLICY,
      consumptionSwitch: new ConsumptionSwitch(),
      ackWaitMs: 1_000,
      defOf: () => paint,
      handle: () => {
        started.resolve(undefined);
        return ended.promise;
      },
    });
    await bus.publish(paint, { wall: 'dead', how: 'half' }, { msgId: 'dead-1' });
    await started.promise;
    await dead.close();
    await startTestService([Painter], { commands: [{ def: paint, concurrency: 1 }], ackWaitMs: 1_000 });
    await waitUntilIdle(bus);
    expect(log).toEqual(['half dead #2']);
    ended.resolve(undefined);
  });

  it('P7 that runs longer than the ack wait is handled once, by one of two workers, while it makes progress', async () => {
    const workers = { commands: [{ def: paint, concurrency: 1, hungMs: 2_000 }], ackWaitMs: 2_000 };
    const ends = Promise.withResolvers<undefined>();
    onPaint = (_payload, context) => {
      let strokes = 0;
      const brush = setInterval(() => {
        context.progress();
        strokes += 1;
        if (context.signal.aborted)
          ends.reject(new OutsideError(untranslated('lost', 'the message went to another worker')));
        if (strokes === 25) ends.resolve(undefined);
      }, 100);
      return ends.promise.finally(() => {
        clearInterval(brush);
      });
    };
    await startTestService([Painter], workers);
    await startTestService([Painter], workers);
    await bus.publish(paint, { wall: 'long', how: 'slowly' }, { msgId: 'long-1' });
    await waitUntilIdle(bus);
    expect(log).toEqual(['slowly long #1']);
    expect(await bus.deadLetters.list()).toEqual([]);
  });

  it('is handled after a kill -9 of nats-server', async () => {
    await startPainter();
    const up = new Promise<void>((resolve) => {
      bus.onStatus((s) => {
        if (s.type === 'reconnected') resolve();
      });
    });
    await nats.kill();
    await nats.restart();
    await up;
    await bus.publish(paint, { wall: 'n', how: 'after' }, { msgId: 'n1' });
    await waitUntilIdle(bus);
    expect(log).toEqual(['after n #1']);
  });
});

it('a worker continues when nats-server restarts with an empty disk', async () => {
  await startPainter();
  const up = new Promise<void>((resolve) => {
    bus.onStatus((s) => {
      if (s.type === 'reconnected') resolve();
    });
  });
  await nats.kill();
  await nats.restart({ empty: true });
  await up;
  await bus.ensure();
  const done = Promise.withResolvers<undefined>();
  onPaint = async () => {
    done.resolve(undefined);
  };
  await bus.publish(paint, { wall: 'new', how: 'anew' }, { msgId: 'n1' });
  await done.promise;
  await waitUntilIdle(bus);
  expect(log).toEqual(['anew new #1']);
}, 60_000);

describe('an event', () => {
  it('is handled once by a group of two services, and an unknown event is acknowledged unhandled', async () => {
    await startTestService([Listener], { events: { group: 'g1', defs: [painted] } });
    await startTestService([Listener], { events: { group: 'g1', defs: [painted] } });
    await bus.publish(other, { wall: 'x' }, { msgId: 'e0' });
    await bus.publish(painted, { wall: 'x' }, { msgId: 'e1' });
    await waitUntilIdle(bus);
    expect(log).toEqual(['painted x']);
  });

  it('waits while consumption is off', async () => {
    const consumptionSwitch = new ConsumptionSwitch(false);
    const handled = Promise.withResolvers<undefined>();
    await startTestService([Listener], { events: { group: 'g1', defs: [painted], consumptionSwitch } });
    await startTestService([Listener], {
      events: { group: 'g2', defs: [painted] },
      onEnd: () => {
        if (log.includes('painted y')) handled.resolve(undefined);
      },
    });
    await bus.publish(painted, { wall: 'y' }, { msgId: 'e2' });
    await handled.promise;
    expect(await bus.isIdle()).toBe(false);
    expect(log.filter((line) => line === 'painted y')).toHaveLength(1);
    consumptionSwitch.turnOn();
    await waitUntilIdle(bus);
    expect(log.filter((line) => line === 'painted y')).toHaveLength(2);
  });
});

describe('a service does not start', () => {
  it('when a claimed command has no handler', async () => {
    await expect(
      startTestService([Painter], {
        commands: [
          { def: paint, concurrency: 1 },
          { def: sand, concurrency: 1 },
        ],
      }),
    ).rejects.toMatchObject({ code: 'no-handler', message: 'no handler for cmd.sand.*' });
  });

  it('when a handler exists for an unclaimed message', async () => {
    await expect(
      startTestService([Painter, Listener], { commands: [{ def: paint, concurrency: 1 }] }),
    ).rejects.toMatchObject({
      code: 'not-claimed',
    });
  });

  it('when a command has two handlers', async () => {
    @Controller()
    class SecondPainter extends Painter {
      @OnCommand(paint)
      override async paint(): Promise<void> {
        await Promise.resolve();
      }
    }

    await expect(
      startTestService([Painter, SecondPainter], { commands: [{ def: paint, concurrency: 1 }] }),
    ).rejects.toMatchObject({ code: 'two-handlers' });
  });
});
