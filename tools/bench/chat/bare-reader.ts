/**
 * The lower limit for the recorder's chat: counts IRC lines, and does nothing else (no records, no clock, no storage).
 * Usage: bare-reader.js URL ROOM ; reports over IPC when it has joined the room, and its count on request
 */
import { WebSocket } from 'ws';

const [url = '', room = ''] = process.argv.slice(2);
const socket = new WebSocket(url);
let lines = 0;
socket.on('open', () => {
  socket.send(`CAP REQ :twitch.tv/tags twitch.tv/commands\r\nNICK justinfan77\r\nJOIN #${room}\r\n`);
});
socket.on('message', (data: Buffer) => {
  for (const line of data.toString('utf8').split('\r\n')) {
    if (line.includes(' PRIVMSG #')) lines += 1;
    else if (line.includes(' 366 ')) process.send?.({ joined: true });
    else if (line.startsWith('PING')) socket.send('PONG :tmi.twitch.tv\r\n');
  }
});
process.on('message', () => {
  process.send?.({ lines });
});
process.on('disconnect', () => process.exit(0));
