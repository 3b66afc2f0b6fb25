import { afterEach, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { startDemo } from './demo.js';
import { type House } from './house.js';

const CHANNELS = [
  { name: 'Harbour Cam', page: 'http://127.0.0.1:1/live/harbour-cam/index.m3u8', kind: 'hls' },
  { name: 'salty_harbour', page: 'https://www.twitch.tv/salty_harbour', kind: 'twitch' },
];
const ENCODING = '  demo channels: encoding the video of harbour-cam: 20 %';
let door: Server;
afterEach(() => {
  door.close();
});

/** What the demo says at a house whose door answers so to a wish, and to the list of channels. */
async function saidAt(answers: { readonly wish: number; readonly list: string }): Promise<string[]> {
  door = createServer((req, res) => {
    req.resume().on('end', () => {
      res.writeHead(req.method === 'POST' ? answers.wish : 200).end(req.method === 'POST' ? '{}' : answers.list);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((done) => door.once('listening', done));
  const said: string[] = [];
  const house = {
    url: `http://127.0.0.1:${String((door.address() as AddressInfo).port)}`,
    add: ({ onReady, onProgress }: { onReady: (message: object) => void; onProgress: (text: string) => void }) => {
      onProgress('encoding the video of harbour-cam: 20 %');
      onReady({ ready: true, channels: CHANNELS });
      return Promise.resolve();
    },
  } as unknown as House;
  await startDemo(house, { port: '1', say: (line) => said.push(line) });
  return said;
}

it('says what it encodes, and follows its channels, also where they are followed already', async () => {
  expect(await saidAt({ wish: 201, list: '' })).toEqual([
    ENCODING,
    expect.stringMatching(/^Two demo channels are followed/),
  ]);
  door.close();
  const list = JSON.stringify(CHANNELS.map(({ page }) => page));
  expect(await saidAt({ wish: 409, list })).toEqual([
    ENCODING,
    expect.stringMatching(/^Two demo channels are followed/),
  ]);
});

it('leaves the house running where a password is set, and says what to add by hand', async () => {
  const [, line] = await saidAt({ wish: 401, list: '' });
  for (const { page } of CHANNELS) expect(line).toContain(page);
});

it('says what the house says where it takes a channel for another reason not', async () => {
  await expect(saidAt({ wish: 500, list: '[]' })).rejects.toThrow(/could not be added \(500\)/);
});
