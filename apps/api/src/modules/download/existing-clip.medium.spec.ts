import 'reflect-metadata';
import { type Clip, type Channel } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { eventually } from '../../testing/test-app.js';
import { DAY_S, DownloadTestApp } from '../../testing/download-test-app.js';
import { onTwitch } from '../../testing/twitch-test-app.js';

jest.setTimeout(60_000);

let test: DownloadTestApp;
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
  test = await DownloadTestApp.open({ channels: [onTwitch('kept', '75000951', { past: { videos: [video], clips } })] });
});
afterAll(() => test.stop());

const download = () =>
  test.call<{ job: string }>('POST', '/tools/clip_download', { url: 'https://clips.twitch.tv/OnceGull', chat: true });

/** Stores the files of the n-th command and reports its end, as a recorder does. */
async function finishDownload(n: number): Promise<void> {
  const command = await eventually(() => Promise.resolve(test.recorder.clips[n]), 'the command');
  const { outKey: key, chat } = command.input;
  await test.app.storage.put(key, Buffer.from('a clip'));
  if (chat) await test.app.storage.put(chat.key, Buffer.from('{"comments":[]}'));
  const result = { key, sizeBytes: 6, quality: '720', chatMessages: 0, warnings: [] };
  await test.recorder.clipDownloads.done(command, result);
  await test.jobIn(command.jobName, 'STOPPED');
}
const saved = async (): Promise<readonly Clip[]> =>
  (await test.call<Channel & { clips_list: Clip[] }>('GET', '/channels/kept')).body.data?.clips_list ?? [];

describe('a clip that is downloaded', () => {
  it('has the data of its site and its chat next to it, in the library and by address, until it is deleted', async () => {
    expect((await download()).status).toBe(200);
    await finishDownload(0);
    const [clip] = await saved();
    const { url = '', uuid = '' } = clip ?? {};
    const beside = ['info.json', 'chat.json'].map((name) => url.replace(/mp4$/, name));
    const answers = async () =>
      Promise.all(
        beside.map((path) => fetch(new URL(path, test.app.origin)).then(async (r) => [r.status, await r.text()])),
      );
    expect(await answers()).toEqual([
      [200, expect.stringContaining('"id": "OnceGull"')],
      [200, '{"comments":[]}'],
    ]);
    const listed = async (): Promise<string[]> =>
      (await readdir(test.app.libraryDir, { recursive: true })).filter((path) => /\.(mp4|json)$/.test(path)).sort();
    const inLibrary = [...beside, url].map((path) => decodeURIComponent(path).replace(/^\//, '')).sort();
    expect(await listed()).toEqual(inLibrary);
    expect((await test.call('DELETE', `/clips/${uuid}`)).status).toBe(200);
    expect([await listed(), (await answers()).map(([status]) => status)]).toEqual([[], [404, 404]]);
  });

  it('is refused while it is stored, and can be downloaded again after its deletion', async () => {
    expect((await download()).status).toBe(200);
    await finishDownload(1);
    expect(await download()).toMatchObject({
      status: 409,
      body: { code: 'clip-known', message: 'Clip already downloaded' },
    });
    const [clip] = await saved();
    expect((await test.call('DELETE', `/clips/${clip?.uuid}`)).status).toBe(200);
    expect((await download()).status).toBe(200);
    await finishDownload(2);
    expect(await saved()).toHaveLength(1);
  });
});
