import { expect, it } from '@jest/globals';
import { decodeJournal } from '#libs/contracts';
import { type CapturedSegment, type CaptureSink } from '#libs/media';
import { type EventOutbox } from '../core/event-outbox.js';
import { bytesOf } from '../store/small-object.js';
import { type Write, type WriteQueue } from '../store/write-queue.js';
import { Part } from './part.js';

const RENDITION = { rendition: 'source', width: null, height: null, fps: null, targetDurationMs: 2000 };
const PLAN = {
  partId: '01J0000000000000000000000A',
  vodUuid: '0b8f6c52-6c0e-4d7e-9a51-1f2d3c4b5a69',
  recorder: 'n/0',
  pageMs: 1000,
};
const INFO = { epoch: 0, seq: 1, ptsMs: 0, durMs: 2000, bytes: 4, pdtMs: null, ext: 'ts' };

const EPOCH = { epoch: 0, cause: 'start', startAt: 5, firstPtsMs: 0, initCrc: null, container: 'ts' } as const;
const ENGLISH = { id: 'a00000001', name: 'English', language: 'en', isDefault: true };

function openPart(): { readonly part: Part; readonly calls: string[]; readonly writes: Write[] } {
  const calls: string[] = [];
  const writes: Write[] = [];
  const queue = {
    writePages: (run: () => unknown) => run(),
    add: (write: Write) => {
      writes.push(write);
      return Promise.resolve(write.then?.() !== undefined);
    },
  } as unknown as WriteQueue;
  const part = new Part(
    { ...PLAN, renditions: [ENGLISH] },
    {
      rendition: () => RENDITION,
      queue,
      outbox: { add: () => undefined } as unknown as EventOutbox,
      now: () => 0,
      onChange: () => calls.push('change'),
      onStart: () => calls.push('start'),
    },
  );
  return { part, calls, writes };
}

const addSegment = (part: CaptureSink, seq: number): Promise<void> =>
  part.segment({ info: { ...INFO, seq } } as CapturedSegment);

it('a part starts with its first stored segment, and not with a notice', async () => {
  const { part, calls } = openPart();
  part.notice('audio-missing');
  expect(calls).toEqual(['change']);
  for (const seq of [1, 2]) await addSegment(part, seq);
  expect(calls).toEqual(['change', 'start']);
});

it('sources-16 a spooled segment takes along the record of its part, which names the audio', async () => {
  const { part, writes } = openPart();
  await part.epoch(EPOCH);
  await addSegment(part, 1);
  const copies = (writes[0]?.needs ?? []).map((page) => decodeJournal(Buffer.from(bytesOf(page)).toString()));
  expect(copies).toMatchObject([{ bad: 0, records: [{ t: 'part', renditions: [ENGLISH] }, EPOCH] }]);
});
