import { expect, it } from '@jest/globals';
import { servicePlan } from './service-plan.js';

const envOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  servicePlan({ name: 'recorder-0', title: 'recorder', file: '/x.js', env, stopLimitMs: 1 }).env;

it('starts services on little memory', () => {
  expect(envOf({})).toMatchObject({ NODE_OPTIONS: '--max-semi-space-size=2', MALLOC_MMAP_THRESHOLD_: '262144' });
});

it('lets what the operator says win: of two options Node takes the last', () => {
  expect(envOf({ NODE_OPTIONS: '--max-semi-space-size=16', MALLOC_MMAP_THRESHOLD_: '1' })).toMatchObject({
    NODE_OPTIONS: '--max-semi-space-size=2 --max-semi-space-size=16',
    MALLOC_MMAP_THRESHOLD_: '1',
  });
});
