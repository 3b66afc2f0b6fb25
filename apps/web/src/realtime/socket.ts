import { WS_CLOSE_UNAUTHENTICATED, WS_HELLO, type WsHello } from '#libs/contracts';
import { onSettings, readSettings } from '../lib/client-settings.js';
import { logInClient } from '../lib/client-log.js';

export const SOCKET_STATES = ['connecting', 'connected', 'disconnected', 'refused'] as const;
export type SocketState = (typeof SOCKET_STATES)[number];
export interface SocketEvents {
  readonly onState: (state: SocketState) => void;
  readonly onFrame: (frame: unknown) => void;
}

/** A ping every 20 s; 10 s until the next try after an unclean close. */
const PING_MS = 20_000;
const RETRY_MS = 10_000;
/**
 * A ping, or a new line, without an answer: the line is dead although nobody said so (a server that hangs, a laptop
 * that slept, a router that forgot).
 */
const SILENT_MS = 10_000;

/** Later than this it was the page that slept, not the server: a word may lie there unread. */
const LATE_MS = 2000;

/** Keeps one socket open until the returned function is called. */
export function openSocket(url: string, { onState, onFrame }: SocketEvents): () => void {
  let socket: WebSocket | null = null;
  let retry = 0;
  let silence = 0;
  const ping = window.setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send('ping');
    expectMessage();
  }, PING_MS);

  function expectMessage(): void {
    window.clearTimeout(silence);
    const by = Date.now() + SILENT_MS;
    silence = window.setTimeout(() => {
      if (Date.now() > by + LATE_MS) expectMessage();
      else end(true);
    }, SILENT_MS);
  }

  function connect(): void {
    onState('connecting');
    const mine = new WebSocket(url);
    socket = mine;
    expectMessage();
    mine.onopen = () => {
      mine.send(hello());
    };
    mine.onmessage = ({ data }: MessageEvent<unknown>) => {
      window.clearTimeout(silence);
      const frame = parseFrame(data);
      if (frame === null) return;
      if (frame.action === 'connected') onState('connected');
      onFrame(frame);
    };
    mine.onclose = ({ code }) => {
      end(code !== WS_CLOSE_UNAUTHENTICATED);
    };
  }

  function leave(): void {
    window.clearTimeout(silence);
    if (socket !== null) drop(socket);
    socket = null;
  }

  function end(again: boolean): void {
    leave();
    onState(again ? 'disconnected' : 'refused');
    if (again) retry = window.setTimeout(connect, RETRY_MS);
  }

  const deaf = onLanguage(() => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(hello());
  });

  connect();
  return () => {
    deaf();
    window.clearInterval(ping);
    window.clearTimeout(retry);
    leave();
  };
}

/** @returns the function that ends it */
function onLanguage(tell: () => void): () => void {
  let { language } = readSettings();
  return onSettings(() => {
    if (readSettings().language === language) return;
    ({ language } = readSettings());
    tell();
  });
}

const hello = (): string =>
  JSON.stringify({ action: WS_HELLO, lean: true, language: readSettings().language } satisfies WsHello);

/** Without waiting for the other side to agree: one that hangs takes a minute or more for that. */
function drop(socket: WebSocket): void {
  socket.onopen = null;
  socket.onmessage = null;
  socket.onclose = null;
  socket.close(1000);
}

function parseFrame(data: unknown): { readonly action?: unknown } | null {
  if (typeof data !== 'string' || data === 'pong') return null;
  try {
    const json: unknown = JSON.parse(data);
    if (typeof json === 'object' && json !== null) return json;
  } catch {
    /* noted below with every other frame that is none */
  }
  logInClient(`A message from the server could not be read: ${data.slice(0, 200)}`);
  return null;
}
