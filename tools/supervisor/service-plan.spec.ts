import { expect, it } from '@jest/globals';
import { servicePlan } from './service-plan.js';

const envOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  servicePlan({ name: 'recorder-0', title: 'recorder', file: '/x.js', env, stopLimitMs: 1 }).env;

it('sets options that save memory', () => {
  expect(envOf({})).toMatchObject({ NODE_OPTIONS: '--max-semi-space-size=2', MALLOC_MMAP_THRESHOLD_: '262144' });
});

it('puts the options of the operator last, so that they override its own', () => {
  expect(envOf({ NODE_OPTIONS: '--max-semi-space-size=16', MALLOC_MMAP_THRESHOLD_: '1' })).toMatchObject({
    NODE_OPTIONS: '--max-semi-space-size=2 --max-semi-space-size=16',
    MALLOC_MMAP_THRESHOLD_: '1',
  });
});

it('integrity-13 ends a service that does not answer for 15 s', () => {
  const plan = servicePlan({ name: 'api', title: 'api', file: '/x.js', env: {}, stopLimitMs: 1 });
  expect(plan.silentLimitMs).toBe(15_000);
});
