import { WS_CLOSE_UNAUTHENTICATED, WS_HELLO, type WsHello } from '#libs/contracts';
import { onSettings, readSettings } from '../lib/client-settings.js';
import { logInClient } from '../lib/client-log.js';

export type SocketState = 'connecting' | 'connected' | 'disconnected' | 'refused';
export interface SocketEvents {
  readonly onState: (state: SocketState) => void;
  readonly onFrame: (frame: unknown) => void;
}

/** ms between pings, and ms before a reconnect after an unclean close. */
const PING_MS = 20_000;
const RETRY_MS = 10_000;
/**
 * ms without an answer to a ping or a new connection after which the connection counts as dead, even without a close (a
 * hanging server, a laptop after sleep, a router that lost its state).
 */
const SILENT_MS = 10_000;

/** ms: if the timer fires later than this, the page slept, not the server, and an unread message may be waiting. */
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

/** @returns a function that stops listening */
function onLanguage(notify: () => void): () => void {
  let { language } = readSettings();
  return onSettings(() => {
    if (readSettings().language === language) return;
    ({ language } = readSettings());
    notify();
  });
}

const hello = (): string =>
  JSON.stringify({ action: WS_HELLO, lean: true, language: readSettings().language } satisfies WsHello);

/** Closes the socket without waiting for the other side: a hanging server would take a minute or more. */
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
    /* logged below, like other frames that are not objects */
  }
  logInClient(`A message from the server could not be read: ${data.slice(0, 200)}`);
  return null;
}
