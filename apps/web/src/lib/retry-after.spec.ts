import { expect, it } from '@jest/globals';
import { UserError, untranslated } from '#libs/errors';
import { retryLater, retryAfterMs } from './retry-after.js';
import { faultOf, unreachable } from './fault.js';

const failed = (status: number, answer: object = {}) => faultOf(new Response(null, { status }), { ...answer });

it.each([
  ['a server that is away', unreachable(null), 4000],
  ['a proxy that finds no server', failed(502), 4000],
  ['a database that is away', failed(503, { code: 'database-away' }), 4000],
  ['a site that the server could not ask', failed(502, { code: 'site-refused' }), 30_000],
  ['a fault of the server', failed(500, { code: 'bug' }), null],
  ['a refusal', new UserError(untranslated('no', 'No.'), { status: 403 }), null],
])('asks again after %s', (_, thrown, ms) => {
  expect(retryAfterMs(thrown)).toBe(ms);
});

it('runs one timer of each question, equally long each time', () => {
  const running = new Map<number, { ms: number; work: () => void }>();
  let made = 0;
  const again = retryLater({
    after: (ms, work) => {
      made += 1;
      running.set(made, { ms, work });
      return made;
    },
    forget: (timer) => {
      running.delete(timer as number);
    },
  });
  let calls = 0;
  const fail = (): void => {
    again(unreachable(null), 'channels', () => {
      calls += 1;
      fail();
    });
  };
  fail();
  fail();
  expect(running.size).toBe(1);
  for (let i = 0; i < 20; i += 1) for (const [id, { work }] of [...running]) if (running.delete(id)) work();
  expect(calls).toBe(20);
  expect([...running.values()].map(({ ms }) => ms)).toEqual([4000]);
});
