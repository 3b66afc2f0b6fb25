/**
 * The limit that the recorder's chat is measured against: IRC lines counted, and nothing else (no records, no clock, no
 * storage). usage: bare-reader.js URL ROOM ; tells over IPC when it is in the room, and its count when asked
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
