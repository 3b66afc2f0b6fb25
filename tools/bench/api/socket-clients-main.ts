import { WebSocket } from 'ws';

/**
 * Many browsers in one separate process. Sends `ready`, and for each frame with the marker, when the first and the last
 * browser received it.
 */
const [url = '', count = '0'] = process.argv.slice(2);
const sockets = Array.from({ length: Number(count) }, () => new WebSocket(url, { perMessageDeflate: false }));
const receivedAt = new Map<string, number[]>();

for (const socket of sockets) {
  socket.on('open', () => {
    socket.send(JSON.stringify({ action: 'helloworld', lean: true }));
  });
  socket.on('message', (data: Buffer) => {
    const mark = /mark-\d+/.exec(data.toString('latin1'))?.[0];
    if (mark === undefined) return;
    const times = receivedAt.get(mark) ?? [];
    receivedAt.set(mark, times);
    times.push(Date.now());
    if (times.length === sockets.length) process.send?.({ mark, first: Math.min(...times), last: Math.max(...times) });
  });
}
await Promise.all(
  sockets.map(
    (socket) =>
      new Promise((resolve, reject) => {
        socket.once('open', resolve);
        socket.once('error', reject);
      }),
  ),
);
process.send?.({ ready: true });
process.on('disconnect', () => {
  process.exit();
});
