import 'reflect-metadata';
import { expect, it, jest } from '@jest/globals';
import { EndDetector } from './end-detector.js';

/** Checks a recording with one part that ended a minute ago, and whose channel is removed. */
async function check({ isStoring }: { readonly isStoring: boolean }) {
  const recording = { end: jest.fn(() => Promise.resolve()) };
  const sealing = { wake: jest.fn() };
  const detector = new EndDetector(
    { find: () => Promise.resolve(null) } as never,
    { get: () => 5 } as never,
    {} as never,
    recording as never,
    { isStoring: () => isStoring } as never,
    {} as never,
    {} as never,
    {} as never,
    sealing as never,
  );
  const part = { startedAt: 0, endedAt: Date.now() - 60_000, cause: 'endlist', segments: 2 };
  await detector.check({ uuid: 'v', assignedAt: new Date(0) } as never, [part] as never);
  return [recording.end.mock.calls.length, sealing.wake.mock.calls.length];
}

it('asks for the sealing of a recording that it ends, without an interval in between', async () => {
  expect(await check({ isStoring: false })).toEqual([1, 1]);
});

it('does not end a recording of which a recorder still stores a part', async () => {
  expect(await check({ isStoring: true })).toEqual([0, 0]);
});
