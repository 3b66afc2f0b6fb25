import { encodeJournal, objectKeys, type SegmentInfo, segmentName } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { type Storage } from '#libs/storage';
import { expect, it, jest } from '@jest/globals';
import { PartReader } from '../../vods/part-reader.js';
import { VodPlaylist } from './vod-playlist.js';
import { LivePlaylist } from './live-playlist.js';

const VOD = '0a1b2c3d-0000-4000-8000-000000000000';
const [A, B] = ['01JD0000000000000000000000', '01JD0000000000000000000001'];
const T0 = 1_700_000_000_000;

/** Objects in memory, listed as a storage lists them. */
class Objects {
  readonly held = new Map<string, Buffer>();
  /** The next list of segments breaks off behind so many. */
  breaksAfter = Infinity;
  segment(part: string, seq: number): void {
    const info: SegmentInfo = {
      epoch: 0,
      seq,
      ptsMs: seq * 2000,
      durMs: 2000,
      bytes: 1,
      pdtMs: T0 + seq * 2000,
      crc: '00000000',
      ext: 'ts',
    };
    this.held.set(objectKeys.segment(VOD, part, segmentName(info)), Buffer.from('x'));
  }
  begin(part: string, seq: number): void {
    this.held.set(
      objectKeys.journalPage(VOD, part, 0),
      Buffer.from(
        encodeJournal([
          {
            t: 'epoch',
            epoch: 0,
            cause: 'start',
            startAt: T0 + seq * 2000,
            firstPtsMs: seq * 2000,
            initCrc: null,
            container: 'ts',
          },
        ]),
      ),
    );
  }
  async *list(prefix: string, { startAfter = '' } = {}) {
    for (const key of [...this.held.keys()].sort()) {
      if (!key.startsWith(prefix) || key <= startAfter) continue;
      if (key.includes('/s/') && this.breaksAfter-- <= 0)
        throw new OutsideError(untranslated('storage-away', 'it broke off'));
      yield await Promise.resolve({ key, sizeBytes: 1, modifiedAt: new Date(T0) });
    }
  }
  async *names(prefix: string) {
    yield* await Promise.resolve(
      new Set(
        [...this.held.keys()]
          .filter((k) => k.startsWith(prefix))
          .map((k) => `${k.slice(prefix.length).split('/')[0] ?? ''}/`),
      ),
    );
  }
  read(key: string): Promise<Buffer> {
    return Promise.resolve(this.held.get(key) ?? Buffer.alloc(0));
  }
}
const seqsOf = (text: string | null): number[] =>
  [...(text ?? '').matchAll(/^s\/[^/]+\/\d+-(\d+)-/gm)].map((m) => Number(m[1]));

it('grows in order while a later part fills an earlier gap, and fills the gap after the end', async () => {
  jest.useFakeTimers({ now: T0 });
  const objects = new Objects();
  const storage = objects as unknown as Storage;
  const growing = new LivePlaylist({ storage, vodUuid: VOD, stamp: '', query: '' });
  objects.begin(A, 1);
  for (const seq of [1, 2, 4, 5]) objects.segment(A, seq);
  expect(seqsOf(await growing.render(false))).toEqual([1, 2, 4, 5]);
  objects.begin(B, 3);
  for (const seq of [3, 4, 5, 6]) objects.segment(B, seq);
  jest.setSystemTime(T0 + 2000);
  expect(seqsOf(await growing.render(false))).toEqual([1, 2, 4, 5, 6]);
  const sealed = new VodPlaylist({ parts: new PartReader(storage), vodUuid: VOD, stamp: '', query: '' });
  const text = await sealed.render();
  expect(seqsOf(text)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(text).toContain('#EXT-X-ENDLIST');
  jest.useRealTimers();
});

it('misses no segment after a listing that failed halfway', async () => {
  jest.useFakeTimers({ now: T0 });
  const objects = new Objects();
  const growing = new LivePlaylist({ storage: objects as unknown as Storage, vodUuid: VOD, stamp: '', query: '' });
  objects.begin(A, 1);
  for (const seq of [1, 2, 3]) objects.segment(A, seq);
  objects.breaksAfter = 2;
  await expect(growing.render(false)).rejects.toThrow('it broke off');
  objects.breaksAfter = Infinity;
  expect(seqsOf(await growing.render(false))).toEqual([1, 2, 3]);
  jest.useRealTimers();
});
