import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import type { SimLog } from '../../sim-log.js';
import { HARBOUR, onTwitch, TwitchClient } from '../twitch-client.fixture.js';

describe("the chat in the simulator's log", () => {
  let twitch: TwitchClient;
  beforeEach(async () => {
    twitch = await TwitchClient.open({
      channels: [onTwitch('harbour', HARBOUR), onTwitch('other', { ...HARBOUR, userId: '2', displayName: 'Other' })],
    });
  });
  afterEach(() => twitch.sim.stop());

  const post = (action: string, body: object): Promise<Response> =>
    fetch(`${twitch.sim.url}/_sim/harbour/${action}`, { method: 'POST', body: JSON.stringify(body) });
  const log = async (): Promise<SimLog['chat']> =>
    ((await (await fetch(`${twitch.sim.url}/_sim/log`)).json()) as SimLog).chat;

  it("holds each line with its time, and whether somebody was there, by the channel's name", async () => {
    await post('say', { login: 'mossy', text: 'to nobody' });
    const client = new WebSocket(`${twitch.site('irc-ws.chat.twitch.tv').replace('http', 'ws')}/`);
    await once(client, 'open');
    const gotLines: string[] = [];
    const joined = new Promise<void>((done) => {
      client.on('message', (data: Buffer) => {
        gotLines.push(data.toString());
        if (data.includes('366')) done();
      });
    });
    client.send('CAP REQ :twitch.tv/tags\r\nNICK justinfan1\r\nJOIN #harbour\r\n');
    await joined;
    const received = once(client, 'message');
    expect((await post('say', { login: 'mossy', text: 'Kappa at {at}' })).status).toBe(200);
    await received;
    client.terminate();
    const chat = await log();
    const [first, second] = chat['harbour']?.lines ?? [];
    expect(first).toMatchObject({ command: 'PRIVMSG', listeners: 0, line: expect.stringContaining(':to nobody') });
    expect(second).toMatchObject({
      command: 'PRIVMSG',
      listeners: 1,
      line: expect.stringContaining(`:Kappa at ${String(second?.at)}`),
    });
    expect(gotLines.join('')).toContain(second?.line);
    expect(chat['other']).toEqual({ sent: 0, listeners: 0, lines: [] });
  });

  it('refuses what is no action of a chat', async () => {
    expect((await post('say', { words: 'x' })).status).toBe(400);
    expect((await post('burst', { perSecond: 0, seconds: 1 })).status).toBe(400);
  });
});
