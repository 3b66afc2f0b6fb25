import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import { type Snapshot } from '../vods/capture-status-cache.js';
import { Reconcile } from './reconcile.js';

const nothing = (): Promise<void> => Promise.resolve();
const none = (): Promise<never[]> => Promise.resolve([]);

/** A reconciliation of one VOD. */
function reconciliation() {
  const scheduler = { isLeader: true, every: () => ({ wake: () => undefined }) };
  const vod = { uuid: 'v', channelUuid: 'c', assigned: true, facts: {}, basename: 'quay' };
  const pulse = { receive: (_s: Snapshot): void => undefined };
  const checked: string[] = [];
  const reconcile = new Reconcile(
    scheduler as never,
    { leases: { all: none }, assignments: { all: none } } as never,
    { unfinished: () => Promise.resolve([vod]), find: () => Promise.resolve(vod), parts: none } as never,
    { check: nothing } as never,
    { read: nothing } as never,
    {
      check: nothing,
      checkSite: ({ channelUuid }: { readonly channelUuid: string }) => checked.push(channelUuid),
    } as never,
    { check: nothing } as never,
    { assignAgain: nothing } as never,
    { onSnapshot: (receive: (s: Snapshot) => void) => (pulse.receive = receive) } as never,
    { review: nothing } as never,
    { wake: () => undefined } as never,
  );
  reconcile.onApplicationBootstrap();
  return { pulse, checked };
}

it('checks the channel once when a recorder waits for the stream to return', async () => {
  const { pulse, checked } = reconciliation();
  const snapshot = { vodUuid: 'v', partId: 'p', state: 'standby', segments: 0 } as Snapshot;
  pulse.receive({ ...snapshot, state: 'writing' });
  for (let n = 0; n < 3; n += 1) pulse.receive(snapshot);
  await new Promise(setImmediate);
  expect(checked).toEqual(['c']);
  pulse.receive({ ...snapshot, partId: 'q' });
  await new Promise(setImmediate);
  expect(checked).toEqual(['c', 'c']);
});
