import { OutsideError } from '#libs/errors';
import { HealthRegistry } from './health-registry.js';

const origin = { service: 'api', node: 'nas', version: '1' };

it('is well when every check is, and tells what each says', async () => {
  const health = new HealthRegistry(origin);
  health.add({ name: 'nats', run: async () => 'connected', remedy: 'start it' });
  expect(await health.report()).toEqual({
    ...origin,
    ok: true,
    checks: [{ name: 'nats', ok: true, message: 'connected', remedy: '' }],
  });
});

it('names the remedy of a check that fails, throws at once or never answers', async () => {
  const health = new HealthRegistry(origin, 1);
  health.add({
    name: 'disk',
    run: async () => {
      throw new OutsideError('full', 'disk is full');
    },
    remedy: 'free some space',
  });
  health.add({
    name: 'odd',
    run: () => {
      throw new OutsideError('x', 'thrown at once');
    },
    remedy: 'r',
  });
  health.add({ name: 'slow', run: () => new Promise(() => undefined), remedy: 'wait' });
  const report = await health.report();
  expect(report.ok).toBe(false);
  expect(report.checks).toEqual([
    {
      name: 'disk',
      ok: false,
      message: 'disk is full',
      remedy: 'free some space',
      words: { code: 'full', text: 'disk is full', values: {} },
    },
    {
      name: 'odd',
      ok: false,
      message: 'thrown at once',
      remedy: 'r',
      words: { code: 'x', text: 'thrown at once', values: {} },
    },
    {
      name: 'slow',
      ok: false,
      message: 'no answer within 1 ms',
      remedy: 'wait',
      words: { code: 'no-answer', text: 'no answer within 1 ms', values: { ms: 1 } },
    },
  ]);
});
