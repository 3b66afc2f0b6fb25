import { describe, expect, it } from '@jest/globals';
import { OutsideError, untranslated } from '#libs/errors';
import { type ChatAsset } from '#libs/providers';
import { type AssetDownloadPorts, AssetDownloadQueue } from './asset-download-queue.js';

const emote = (id: string): ChatAsset => ({
  kind: 'emote',
  source: 'bttv',
  id,
  name: id,
  zeroWidth: false,
  global: true,
  color: null,
  width: null,
  height: null,
  urls: [{ url: `https://x/${id}`, scale: 1 }],
});
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

const turn = () =>
  new Promise<void>((done) => {
    setImmediate(done);
  });

describe('AssetDownloadQueue', () => {
  it('P53 requests at most four images at once during and after an outage, and stores each', async () => {
    const stored: string[] = [];
    let [failed, running, most] = [0, 0, 0];
    const fetchPicture = async () => {
      running += 1;
      most = Math.max(most, running);
      await turn();
      running -= 1;
      if (failed < 60) {
        failed += 1;
        throw new OutsideError(untranslated('picture-away', 'it is away'));
      }
      return PNG;
    };
    const storage = { put: () => Promise.resolve() } as unknown as AssetDownloadPorts['storage'];
    const queue = new AssetDownloadQueue({
      storage,
      fetchPicture,
      vodUuid: 'v',
      retryMs: 1,
      retryMaxMs: 5,
      signal: new AbortController().signal,
      onStored: ({ id }) => {
        stored.push(id);
      },
      onFault: () => undefined,
    });
    for (let n = 0; n < 30; n += 1) queue.download(`${n}`, () => emote(`${n}`));
    while (stored.length < 30) await turn();
    expect([new Set(stored).size, most]).toEqual([30, 4]);
  });
});
