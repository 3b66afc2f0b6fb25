import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { ChildPlan } from './child-plan.js';
import { Children } from './children.js';
import type { DataFolder } from './data-folder.js';
import { SupervisedProcess } from './supervised-process.js';

let calls: string[];
beforeEach(() => {
  calls = [];
  jest.spyOn(SupervisedProcess.prototype, 'stop').mockImplementation(async function (this: SupervisedProcess) {
    calls.push(`${this.name} stops`);
    await Promise.resolve();
    calls.push(`${this.name} is down`);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

function childrenOf(...names: readonly string[]): Children {
  const children = new Children({ runDir: '/run', logDir: '/log' } as DataFolder, jest.fn(), jest.fn());
  const kindOf = (name: string): ChildPlan['kind'] =>
    ['nats', 's3', 'postgres'].includes(name) ? 'third-party' : 'service';
  children.add(names.map((name) => ({ name, kind: kindOf(name) }) as ChildPlan));
  return children;
}

it('stops each child once, after those that write to it', async () => {
  await childrenOf('postgres', 'nats', 's3', 'api', 'recorder-0', 'converter').stop();
  expect(calls.filter((call) => call.endsWith('stops'))).toEqual(
    ['recorder-0', 'converter', 'api', 'nats', 's3', 'postgres'].map((name) => `${name} stops`),
  );
  expect(calls.indexOf('api stops')).toBeGreaterThan(calls.indexOf('converter is down'));
});

it('stops the children of one role side by side', async () => {
  await childrenOf('recorder-0', 'recorder-1').stop();
  expect(calls.slice(0, 2)).toEqual(['recorder-0 stops', 'recorder-1 stops']);
});

it('stops a service that the order does not name before NATS', async () => {
  await childrenOf('nats', 'other', 'api').stop();
  expect(calls.filter((call) => call.endsWith('stops'))).toEqual(['api stops', 'other stops', 'nats stops']);
  expect(calls.indexOf('nats stops')).toBeGreaterThan(calls.indexOf('other is down'));
});

it('names its children when an unknown one is asked for', () => {
  expect(() => childrenOf('api', 'nats').get('exporter')).toThrow('no child exporter; it has api, nats');
});
