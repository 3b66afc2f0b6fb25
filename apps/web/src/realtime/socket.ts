import { WS_CLOSE_UNAUTHENTICATED, WS_HELLO, type WsHello } from '#libs/contracts';
import { note } from '../lib/notes.js';

export const SOCKET_STATES = ['connecting', 'connected', 'disconnected', 'refused'] as const;
export type SocketState = (typeof SOCKET_STATES)[number];
export interface SocketEvents {
  readonly onState: (state: SocketState) => void;
  readonly onFrame: (frame: unknown) => void;
}

/** Spec L230-L231: ping every 20 s; 10 s until the next try after an unclean close. */
const PING_MS = 20_000;
const RETRY_MS = 10_000;
/**
 * Two pings without an answer: the line is dead although nobody said so (a laptop that slept, a router that forgot).
 */
const SILENT_MS = 50_000;

/** Keeps one socket open until the returned function is called. */
export function openSocket(url: string, { onState, onFrame }: SocketEvents): () => void {
  let socket: WebSocket | null = null;
  let retry = 0;
  let heard = Date.now();
  const ping = window.setInterval(beat, PING_MS);

  function beat(): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - heard > SILENT_MS) socket.close();
    else socket.send('ping');
  }

  function connect(): void {
    onState('connecting');
    const mine = new WebSocket(url);
    socket = mine;
    heard = Date.now();
    mine.onopen = () => {
      mine.send(JSON.stringify({ action: WS_HELLO, lean: true } satisfies WsHello));
    };
    mine.onmessage = ({ data }: MessageEvent<unknown>) => {
      heard = Date.now();
      const frame = parseFrame(data);
      if (frame === null) return;
      if (frame.action === 'connected') onState('connected');
      onFrame(frame);
    };
    mine.onclose = ({ code }) => {
      if (code === WS_CLOSE_UNAUTHENTICATED) {
        onState('refused');
        return;
      }
      onState('disconnected');
      retry = window.setTimeout(connect, RETRY_MS);
    };
  }

  connect();
  return () => {
    window.clearInterval(ping);
    window.clearTimeout(retry);
    if (socket === null) return;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close(1000);
  };
}

function parseFrame(data: unknown): { readonly action?: unknown } | null {
  if (typeof data !== 'string' || data === 'pong') return null;
  try {
    const json: unknown = JSON.parse(data);
    if (typeof json === 'object' && json !== null) return json;
  } catch {
    /* noted below with every other frame that is none */
  }
  note(`A message of the server could not be read: ${data.slice(0, 200)}`);
  return null;
}
