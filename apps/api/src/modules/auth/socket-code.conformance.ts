import { WebSocket } from 'ws';

/** The code with which the websocket of an API is closed; null if the caller is let in. For medium specs. */
export const socketCode = (url: string, headers: Readonly<Record<string, string>>): Promise<number | null> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket/`, { headers });
    socket.on('close', resolve);
    socket.on('error', () => undefined);
    socket.on('message', () => {
      resolve(null);
      socket.terminate();
    });
  });
