import 'reflect-metadata';
import { expect, it, jest } from '@jest/globals';
import { EndDetector } from './end-detector.js';

/** Checks a recording with one part that ended a minute ago, and whose channel is removed. */
async function check({ isStoring }: { readonly isStoring: boolean }) {
  const recording = { end: jest.fn(() => Promise.resolve()) };
  const detector = new EndDetector(
    { find: () => Promise.resolve(null) } as never,
    { get: () => 5 } as never,
    {} as never,
    recording as never,
    { isStoring: () => isStoring } as never,
    {} as never,
    {} as never,
    {} as never,
  );
  const part = { startedAt: 0, endedAt: Date.now() - 60_000, cause: 'endlist', segments: 2 };
  const hasEnded = await detector.check({ uuid: 'v', assignedAt: new Date(0) } as never, [part] as never);
  return [recording.end.mock.calls.length, hasEnded];
}

it('says that it ended a recording, whose sealing then needs no interval in between', async () => {
  expect(await check({ isStoring: false })).toEqual([1, true]);
});

it('does not end a recording of which a recorder still stores a part', async () => {
  expect(await check({ isStoring: true })).toEqual([0, false]);
});
