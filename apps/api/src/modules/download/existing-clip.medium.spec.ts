import 'reflect-metadata';
import { type Clip, type Channel } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { eventually } from '../../testing/test-app.js';
import { DAY_S, DownloadTestApp } from '../../testing/download-test-app.js';
import { onTwitch } from '../../testing/twitch-test-app.js';

jest.setTimeout(60_000);

let all: DownloadTestApp;
beforeAll(async () => {
  const video = { id: '951', title: 'Fog', agoS: DAY_S, seconds: 40, streamId: '41000951' };
  const clips = [
    {
      id: 'OnceGull',
      title: 'A gull',
      creator: 'mossy',
      agoS: 60,
      seconds: 6,
      viewCount: 9,
      videoId: '951',
      offsetS: 4,
    },
  ];
  all = await DownloadTestApp.open({ channels: [onTwitch('kept', '75000951', { past: { videos: [video], clips } })] });
});
afterAll(() => all.stop());

const download = () =>
  all.call<{ job: string }>('POST', '/tools/clip_download', { url: 'https://clips.twitch.tv/OnceGull', chat: true });

/** What a recorder does for the n-th command. */
async function fetched(n: number): Promise<void> {
  const command = await eventually(() => Promise.resolve(all.recorder.clips[n]), 'the command');
  const { outKey: key, chat } = command.input;
  await all.app.storage.put(key, Buffer.from('a clip'));
  if (chat) await all.app.storage.put(chat.key, Buffer.from('{"comments":[]}'));
  const result = { key, sizeBytes: 6, quality: '720', chatMessages: 0, warnings: [] };
  await all.recorder.clipDownloads.done(command, result);
  await all.jobIn(command.jobName, 'STOPPED');
}
const saved = async (): Promise<readonly Clip[]> =>
  (await all.call<Channel & { clips_list: Clip[] }>('GET', '/channels/kept')).body.data?.clips_list ?? [];

describe('a clip that is downloaded', () => {
  it('has beside it what its site tells of it and its chat, in the library and by their addresses, and takes them along', async () => {
    expect((await download()).status).toBe(200);
    await fetched(0);
    const [clip] = await saved();
    const { url = '', uuid = '' } = clip ?? {};
    const beside = ['info.json', 'chat.json'].map((name) => url.replace(/mp4$/, name));
    const answers = async () =>
      Promise.all(
        beside.map((path) => fetch(new URL(path, all.app.origin)).then(async (r) => [r.status, await r.text()])),
      );
    expect(await answers()).toEqual([
      [200, expect.stringContaining('"id": "OnceGull"')],
      [200, '{"comments":[]}'],
    ]);
    const listed = async (): Promise<string[]> =>
      (await readdir(all.app.libraryDir, { recursive: true })).filter((path) => /\.(mp4|json)$/.test(path)).sort();
    const inLibrary = [...beside, url].map((path) => decodeURIComponent(path).replace(/^\//, '')).sort();
    expect(await listed()).toEqual(inLibrary);
    expect((await all.call('DELETE', `/clips/${uuid}`)).status).toBe(200);
    expect([await listed(), (await answers()).map(([status]) => status)]).toEqual([[], [404, 404]]);
  });

  it('is refused while it is here, and can be had again once it was deleted', async () => {
    expect((await download()).status).toBe(200);
    await fetched(1);
    expect(await download()).toMatchObject({
      status: 409,
      body: { code: 'clip-known', message: 'Clip already downloaded' },
    });
    const [clip] = await saved();
    expect((await all.call('DELETE', `/clips/${clip?.uuid}`)).status).toBe(200);
    expect((await download()).status).toBe(200);
    await fetched(2);
    expect(await saved()).toHaveLength(1);
  });
});
