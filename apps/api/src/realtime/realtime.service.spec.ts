import { HLS_KIND } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { type Caller } from '../modules/auth/caller.js';
import { type Settings } from '../settings/settings.service.js';
import { type ClientQueue, type Frame } from './client-queue.js';
import { Realtime } from './realtime.service.js';
import { type ActionView } from './to-ws-action.js';

const URL_OF_SOURCE = 'http://cam.example/live/secret-key/index.m3u8?token=********';

/** A client, and the frames that it receives. */
function client(realtime: Realtime, level: Caller['level'], isLean: boolean): string[] {
  const sent: string[] = [];
  const queue = { push: ({ text }: Frame) => sent.push(text) } as unknown as ClientQueue;
  realtime.add({ caller: { level, passwordSet: true, session: null }, queue, isLean, language: 'en' });
  return sent;
}

it('security-source sends a guest the host of a source only, lean or not, and the operator its path', () => {
  const realtime = new Realtime({ get: () => 'en' } as unknown as Settings);
  const guests = [client(realtime, 'guest', false), client(realtime, 'guest', true)];
  const operators = [client(realtime, 'admin', false), client(realtime, 'admin', true)];
  const channel = { provider_kind: HLS_KIND, url: URL_OF_SOURCE, vods_list: [] };
  realtime.broadcast({ action: 'channel_updated', data: { channel } } as unknown as ActionView);
  for (const [frame = ''] of guests) {
    expect(frame).not.toContain('secret-key');
    expect(frame).toContain('http://cam.example');
  }
  for (const [frame = ''] of operators) expect(frame).toContain(URL_OF_SOURCE);
});
