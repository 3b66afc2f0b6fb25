import { expect, it } from '@jest/globals';
import type { Vod } from '#libs/contracts';
import { recordingEvidence, reportFault, idleReason, type Evidence } from './injected-fault.js';

const busy: Evidence = { child: 'recorder-0', pid: 42, bytes: 240_000, state: 'writing', quietMs: 300 };

it('reports a fault that hits a recording in progress, with pid, bytes and stage', () => {
  const lines: string[] = [];
  reportFault(busy, (line) => {
    lines.push(line);
  });
  expect(lines).toEqual(['fault: recorder-0 pid 42, 240000 bytes, stage writing']);
});

it.each([
  ['a child that does not run', { pid: null }, 'recorder-0 did not run'],
  ['a recorder that only waits', { state: 'standby' }, 'the stage was "standby"'],
  ['a finished VOD', { state: 'finalized' }, 'the stage was "finalized"'],
  ['a recording without a byte', { bytes: 0 }, 'not a byte was written'],
  ['a recording without progress', { quietMs: 9000 }, 'nothing had moved for 9.0 s'],
])('rejects a fault that hits %s', (_, over, why) => {
  const idle = { ...busy, ...over };
  expect(idleReason(idle)).toBe(why);
  expect(() => {
    reportFault(idle, () => undefined);
  }).toThrow(`nothing was in progress at the fault: ${why}`);
});

it('waits until a quiet recording fetches the next segment', async () => {
  let waitedSince: number | null = null;
  const evidence = await recordingEvidence(
    {
      vod: () => Promise.resolve({ state: 'capturing', live: { bytes: 1, state: 'writing' } } as Vod),
      // The api's answer took five seconds.
      waitUntilFetched: (since) => {
        waitedSince = since;
        return Promise.resolve(since - 5000);
      },
      lastFetchedAt: () => Date.now(),
    },
    busy,
  );
  expect(evidence).toMatchObject({ child: 'recorder-0', state: 'writing', bytes: 1 });
  expect(waitedSince).not.toBeNull();
  expect(idleReason(evidence)).toBeNull();
});
