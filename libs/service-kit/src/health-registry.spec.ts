import { OutsideError, untranslated } from '#libs/errors';
import { message, verbatim } from '#libs/messages';
import { HealthRegistry } from './health-registry.js';

const origin = { service: 'api', node: 'nas', version: '1' };

it('is healthy if every check is, and contains the text of each', async () => {
  const health = new HealthRegistry(origin);
  health.add({ name: 'nats', run: async () => message('health.connected'), remedy: message('health.nats-remedy') });
  expect(await health.report()).toEqual({
    ...origin,
    ok: true,
    checks: [{ name: 'nats', ok: true, message: message('health.connected'), remedy: '' }],
  });
});

it('names the remedy of a check that fails, throws at once or never answers', async () => {
  const health = new HealthRegistry(origin, 1);
  health.add({
    name: 'disk',
    run: async () => {
      throw new OutsideError(untranslated('full', 'disk is full'));
    },
    remedy: message('health.storage-remedy'),
  });
  health.add({
    name: 'odd',
    run: () => {
      throw new OutsideError(untranslated('x', 'thrown at once'));
    },
    remedy: '',
  });
  health.add({ name: 'slow', run: () => new Promise(() => undefined), remedy: '' });
  const report = await health.report();
  expect(report.ok).toBe(false);
  expect(report.checks).toEqual([
    {
      name: 'disk',
      ok: false,
      message: verbatim('disk is full'),
      remedy: message('health.storage-remedy'),
    },
    {
      name: 'odd',
      ok: false,
      message: verbatim('thrown at once'),
      remedy: '',
    },
    {
      name: 'slow',
      ok: false,
      message: message('error.no-answer', { ms: 1 }),
      remedy: '',
    },
  ]);
});
