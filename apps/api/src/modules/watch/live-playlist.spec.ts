import { type RenditionTrack, encodeJournal, objectKeys, type PartRecord, renditionPath } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { type Storage } from '#libs/storage';
import { segmentAt } from '#libs/testkit';
import { expect, it, jest } from '@jest/globals';
import { PartReader } from '../../vods/part-reader.js';
import { VodPlaylist } from './vod-playlist.js';
import { LivePlaylist } from './live-playlist.js';

const VOD = '0a1b2c3d-0000-4000-8000-000000000000';
const [A, B] = ['01JD0000000000000000000000', '01JD0000000000000000000001'];
const T0 = 1_700_000_000_000;
const PART: PartRecord = {
  ...{ t: 'part', partId: A, vodUuid: VOD, recorder: 'n/0', startedAt: T0, rendition: 'source' },
  ...{ width: 320, height: 180, fps: 30, targetDurationMs: 2000 },
};
const ENGLISH: RenditionTrack = { id: 'a00000001', name: 'English', language: 'en', isDefault: true };

/** Objects in memory, listed in the order of a storage. */
class FakeStorage {
  readonly objects = new Map<string, Buffer>();
  /** Number of segments that listings may still yield before they fail. */
  segmentsBeforeFailure = Infinity;
  /** @param part a part, or a rendition of it */
  addSegment(part: string, seq: number): void {
    this.objects.set(objectKeys.segment(VOD, part, segmentAt(seq, T0)), Buffer.from('x'));
  }
  addPart(part: string, firstSeq: number, renditions: readonly RenditionTrack[] = []): void {
    this.objects.set(
      objectKeys.journalPage(VOD, part, 0),
      Buffer.from(
        encodeJournal([
          ...(renditions.length === 0 ? [] : [{ ...PART, partId: part.slice(0, 26), renditions: [...renditions] }]),
          {
            t: 'epoch',
            epoch: 0,
            cause: 'start',
            startAt: T0 + firstSeq * 2000,
            firstPtsMs: firstSeq * 2000,
            initCrc: null,
            container: 'ts',
          },
        ]),
      ),
    );
  }
  async *list(prefix: string, { startAfter = '' } = {}) {
    for (const key of [...this.objects.keys()].sort()) {
      if (!key.startsWith(prefix) || key <= startAfter) continue;
      if (key.includes('/s/') && this.segmentsBeforeFailure-- <= 0)
        throw new OutsideError(untranslated('storage-away', 'the listing failed'));
      yield await Promise.resolve({ key, sizeBytes: 1, modifiedAt: new Date(T0) });
    }
  }
  async *names(prefix: string) {
    yield* await Promise.resolve(
      new Set(
        [...this.objects.keys()]
          .filter((k) => k.startsWith(prefix))
          .map((k) => `${k.slice(prefix.length).split('/')[0] ?? ''}/`),
      ),
    );
  }
  read(key: string): Promise<Buffer> {
    return Promise.resolve(this.objects.get(key) ?? Buffer.alloc(0));
  }
}
const seqsOf = (text: string | null): number[] =>
  [...(text ?? '').matchAll(/^s\/[^/]+\/\d+-(\d+)-/gm)].map((m) => Number(m[1]));

it('the live playlist omits a segment that fills an earlier gap, and the playlist of the finished VOD contains it', async () => {
  jest.useFakeTimers({ now: T0 });
  const fake = new FakeStorage();
  const storage = fake as unknown as Storage;
  const growing = new LivePlaylist({ storage, vodUuid: VOD, stamp: '' });
  fake.addPart(A, 1);
  for (const seq of [1, 2, 4, 5]) fake.addSegment(A, seq);
  expect(seqsOf(await growing.render(false))).toEqual([1, 2, 4, 5]);
  fake.addPart(B, 3);
  for (const seq of [3, 4, 5, 6]) fake.addSegment(B, seq);
  jest.setSystemTime(T0 + 2000);
  expect(seqsOf(await growing.render(false))).toEqual([1, 2, 4, 5, 6]);
  const sealed = new VodPlaylist({ parts: new PartReader(storage), vodUuid: VOD, stamp: '' });
  const text = await sealed.render();
  expect(seqsOf(text)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(text).toContain('#EXT-X-ENDLIST');
  jest.useRealTimers();
});

it('the live playlist has every segment after a listing that failed halfway', async () => {
  jest.useFakeTimers({ now: T0 });
  const fake = new FakeStorage();
  const growing = new LivePlaylist({ storage: fake as unknown as Storage, vodUuid: VOD, stamp: '' });
  fake.addPart(A, 1);
  for (const seq of [1, 2, 3]) fake.addSegment(A, seq);
  fake.segmentsBeforeFailure = 2;
  await expect(growing.render(false)).rejects.toThrow('the listing failed');
  fake.segmentsBeforeFailure = Infinity;
  expect(seqsOf(await growing.render(false))).toEqual([1, 2, 3]);
  jest.useRealTimers();
});

it('sources-16 lists audio beside its video, and counts its bytes in the part', async () => {
  jest.useFakeTimers({ now: T0 });
  const objects = new FakeStorage();
  const storage = objects as unknown as Storage;
  const growing = new LivePlaylist({ storage, vodUuid: VOD, stamp: '' });
  const audioIn = (part: string): string => renditionPath(part, ENGLISH.id);
  for (const part of [A, audioIn(A)]) objects.addPart(part, 1, part === A ? [ENGLISH] : []);
  for (const seq of [1, 2]) objects.addSegment(A, seq);
  for (const seq of [1, 2, 3]) objects.addSegment(audioIn(A), seq);
  const audioSeqs = (text: string | null): number[] =>
    [...(text ?? '').matchAll(/^\.\.\/s\/[^/]+-a00000001\/\d+-(\d+)-/gm)].map((m) => Number(m[1]));
  expect(await growing.render(false)).toContain(`\n../s/${A}/`);
  expect(growing.audio).toEqual([ENGLISH]);
  expect(audioSeqs(await growing.renderAudio(ENGLISH.id, false))).toEqual([1, 2]);
  objects.addPart(B, 3, [ENGLISH]);
  objects.addPart(audioIn(B), 2);
  for (const seq of [3, 4]) objects.addSegment(B, seq);
  for (const seq of [2, 3, 4]) objects.addSegment(audioIn(B), seq);
  jest.setSystemTime(T0 + 2000);
  expect(audioSeqs(await growing.renderAudio(ENGLISH.id, false))).toEqual([1, 2, 3, 4]);
  const parts = new PartReader(storage);
  const sealed = new VodPlaylist({ parts, vodUuid: VOD, stamp: '' });
  expect(audioSeqs(await sealed.renderAudio(ENGLISH.id))).toEqual([1, 2, 3, 4]);
  expect(sealed.audio).toEqual([ENGLISH]);
  expect(await parts.totalsOf(VOD, await parts.read(VOD, A))).toMatchObject({ segments: 2, bytes: 5 });
  jest.useRealTimers();
});

it('sources-16 serves the playlist of audio that is not stored, and lets it grow with the video', async () => {
  jest.useFakeTimers({ now: T0 });
  const objects = new FakeStorage();
  const growing = new LivePlaylist({ storage: objects as unknown as Storage, vodUuid: VOD, stamp: '' });
  const gapsIn = (text: string | null): number => text?.match(/#EXT-X-GAP/g)?.length ?? 0;
  objects.addPart(A, 0, [ENGLISH]);
  objects.addSegment(A, 0);
  expect(gapsIn(await growing.renderAudio(ENGLISH.id, false))).toBe(1);
  for (const seq of [1, 2, 3, 4, 5, 6, 7]) objects.addSegment(A, seq);
  jest.setSystemTime(T0 + 2000);
  expect(gapsIn(await growing.renderAudio(ENGLISH.id, false))).toBe(6);
  jest.useRealTimers();
});
