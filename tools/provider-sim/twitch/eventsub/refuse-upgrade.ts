import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TwitchFaultMode } from '../twitch-spec.js';

/** What a trouble makes of a websocket's handshake: a status instead of 101, an end, or silence. */
export function refuseUpgrade(socket: Duplex, mode: TwitchFaultMode): void {
  if (mode === 'hang' || mode === 'slow' || mode === 'stall') return;
  if (mode === 'close' || mode === 'truncate' || mode === 'empty') {
    socket.destroy();
    return;
  }
  const status = mode === 'html' ? 200 : Number(mode);
  socket.end(
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
  );
}
