import { once } from 'node:events';
import { type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';
import { lookup } from 'node:dns';
import { expect, it } from '@jest/globals';
import { WebSocketServer } from 'ws';
import { CHAT_TIMING } from './chat/chat-timing.js';
import { IrcSession } from './chat/irc-session.js';
import { SocketLink } from './eventsub/socket-link.js';

const nothing = (): void => undefined;

it.each([
  [
    'of chat',
    (url: string) =>
      new IrcSession(
        { url, login: 'harbour', timing: CHAT_TIMING },
        { onJoined: nothing, onLine: nothing, onReceived: nothing, onMove: nothing, onEnded: nothing },
      ),
  ],
  ['of events', (url: string) => new SocketLink(url, { silenceMs: 5000, lookup }, { onText: nothing, onEnd: nothing })],
])('a websocket %s is marked as one of Vodkeep', async (_, openTo) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const connected = once(server, 'connection');
  openTo(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [socket, request] = (await connected) as [{ terminate(): void }, IncomingMessage];
  expect(request.headers['x-vodkeep-fetch']).toBe('1');
  socket.terminate();
  server.close();
});
