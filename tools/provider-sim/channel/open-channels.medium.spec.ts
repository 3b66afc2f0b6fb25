import { expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { SMALL_MEDIA } from '../media/media-spec.js';
import { smallChannel } from '../scenarios/small-channel.js';
import { openChannels } from './open-channels.js';

it('reports what it encodes, and nothing where the cache has it', async () => {
  const dir = tempDir('open-channels');
  const spec = smallChannel('harbour', { renditions: [{ name: 'source', media: { ...SMALL_MEDIA, seconds: 8 } }] });
  const open = async (): Promise<string[]> => {
    const progress: string[] = [];
    const channels = await openChannels([spec], dir.path, (text) => progress.push(text));
    for (const channel of channels.values()) channel.stop();
    return progress;
  };
  const first = await open();
  const percent = first.map((text) => Number(/^encoding the video of harbour: (\d+) %$/.exec(text)?.[1]));
  expect(percent[0]).toBe(0);
  expect(percent.length).toBeGreaterThan(1);
  expect(percent).toEqual([...new Set(percent)].sort((a, b) => a - b));
  expect(await open()).toEqual([]);
  dir.remove();
});
