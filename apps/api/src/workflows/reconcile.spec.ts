import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Reconcile } from './reconcile.js';

/** @returns how often one run asked for another one */
async function runOnce({ ends }: { readonly ends: boolean }): Promise<number> {
  const task = { run: (): Promise<void> => Promise.resolve(), wakes: 0 };
  const scheduler = {
    every: (_name: string, _ms: number, run: () => Promise<void>) => {
      task.run = run;
      return { wake: () => (task.wakes += 1) };
    },
  };
  const nothing = (): Promise<void> => Promise.resolve();
  const none = (): Promise<never[]> => Promise.resolve([]);
  const vod = { uuid: 'v', assigned: true, facts: {}, basename: 'quay' };
  new Reconcile(
    scheduler as never,
    { leases: { all: none }, assignments: { all: none } } as never,
    { unfinished: () => Promise.resolve([vod]), parts: none } as never,
    { check: nothing } as never,
    { read: nothing } as never,
    { check: () => Promise.resolve(ends) } as never,
    { check: nothing } as never,
    { assignAgain: nothing } as never,
    {} as never,
    { review: nothing } as never,
  );
  await task.run();
  return task.wakes;
}

describe('a run', () => {
  it('that ends a recording asks for the run that finishes it, without an interval in between', async () => {
    expect(await runOnce({ ends: true })).toBe(1);
  });

  it('that ends none asks for no other one', async () => {
    expect(await runOnce({ ends: false })).toBe(0);
  });
});
