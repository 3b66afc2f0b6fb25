import { afterEach, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { startDemo } from './demo.js';
import { type Installation } from './installation.js';

const CHANNELS = [
  { name: 'Harbour Cam', page: 'http://127.0.0.1:1/live/harbour-cam/index.m3u8', kind: 'hls' },
  { name: 'salty_harbour', page: 'https://www.twitch.tv/salty_harbour', kind: 'twitch' },
];
const ENCODING = '  demo channels: encoding the video of harbour-cam: 20 %';
let server: Server;
afterEach(() => {
  server.close();
});

/** Output of the demo at an installation whose API gives these answers to a new channel and to the list of channels. */
async function outputAt(answers: { readonly follow: number; readonly list: string }): Promise<string[]> {
  server = createServer((req, res) => {
    req.resume().on('end', () => {
      res.writeHead(req.method === 'POST' ? answers.follow : 200).end(req.method === 'POST' ? '{}' : answers.list);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const lines: string[] = [];
  const installation = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    add: ({ onReady, onProgress }: { onReady: (message: object) => void; onProgress: (text: string) => void }) => {
      onProgress('encoding the video of harbour-cam: 20 %');
      onReady({ ready: true, channels: CHANNELS });
      return Promise.resolve();
    },
  } as unknown as Installation;
  await startDemo(installation, { port: '1', say: (line) => lines.push(line) });
  return lines;
}

it('reports the encoding, and follows its channels, even if they are followed already', async () => {
  expect(await outputAt({ follow: 201, list: '' })).toEqual([
    ENCODING,
    expect.stringMatching(/^Two demo channels are followed/),
  ]);
  server.close();
  const list = JSON.stringify(CHANNELS.map(({ page }) => page));
  expect(await outputAt({ follow: 409, list })).toEqual([
    ENCODING,
    expect.stringMatching(/^Two demo channels are followed/),
  ]);
});

it('leaves the installation running if a password is set, and names the channels to add by hand', async () => {
  const [, line] = await outputAt({ follow: 401, list: '' });
  for (const { page } of CHANNELS) expect(line).toContain(page);
});

it('fails with the answer of the installation if it refuses a channel for another reason', async () => {
  await expect(outputAt({ follow: 500, list: '[]' })).rejects.toThrow(/could not be added \(500\)/);
});
