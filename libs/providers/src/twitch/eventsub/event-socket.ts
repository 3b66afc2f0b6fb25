import { messageOf } from '#libs/errors';
import { SsrfGuard } from '#libs/media';
import { type SiteAddresses } from '../../kit/site-addresses.js';
import { type SocketHandlers } from '../../kit/push.js';
import { type Clock, SYSTEM_CLOCK } from '../clock.js';
import { EVENTS_HOST } from '../urls.js';
import { readFrame, type SocketFrame } from './socket.wire.js';
import { SocketLink } from './socket-link.js';

/** Twitch's own default, if the welcome message contains none. */
const KEEPALIVE_S = 10;
const WELCOME_MS = 15_000;
/** Number of stored message ids; Twitch repeats a message within minutes. */
const MAX_IDS = 5000;

export interface SocketSettings {
  readonly firstWaitMs: number;
  readonly mostWaitMs: number;
  readonly welcomeMs: number;
}
const SOCKET_SETTINGS: SocketSettings = { firstWaitMs: 1000, mostWaitMs: 60_000, welcomeMs: WELCOME_MS };

interface SocketPorts {
  readonly sites: SiteAddresses;
  readonly boxArt: (categoryId: string) => string;
  readonly settings?: SocketSettings;
  readonly clock?: Clock;
}
type Session = { readonly reason: string; readonly wasWelcome: boolean };

/**
 * Receives Twitch's events by WebSocket: one session after the other until aborted, with increasing delays after
 * failures.
 */
export class EventSocket {
  private readonly seen = new Set<string>();
  private readonly settings: SocketSettings;
  private readonly clock: Clock;

  constructor(private readonly ports: SocketPorts) {
    this.settings = ports.settings ?? SOCKET_SETTINGS;
    this.clock = ports.clock ?? SYSTEM_CLOCK;
  }

  async run(handlers: SocketHandlers, signal: AbortSignal): Promise<void> {
    let failures = 0;
    const isStopped = (): boolean => signal.aborted;
    while (!isStopped()) {
      const { reason, wasWelcome } = await this.session(handlers, signal);
      if (isStopped()) return;
      handlers.onLost(`${reason}.`);
      failures = wasWelcome ? 1 : failures + 1;
      const waitMs = Math.min(this.settings.mostWaitMs, this.settings.firstWaitMs * 2 ** (failures - 1));
      await this.clock.pause(waitMs * (0.5 + Math.random() / 2), signal).catch(() => undefined);
    }
  }

  /**
   * Runs one session, from connecting to its loss; a move to another server remains in the same session. Never throws.
   */
  private session(handlers: SocketHandlers, signal: AbortSignal): Promise<Session> {
    const address = this.ports.sites.ws(EVENTS_HOST, '/ws');
    const guard = new SsrfGuard({ url: address, network: null });
    const limits = { silenceMs: this.settings.welcomeMs, lookup: guard.lookup };
    return new Promise((resolve) => {
      const links = new Set<SocketLink>();
      let current: SocketLink | null = null;
      let keepaliveS = KEEPALIVE_S;
      const end = (reason: string): void => {
        signal.removeEventListener('abort', stop);
        for (const link of links) link.drop();
        links.clear();
        resolve({ reason, wasWelcome: current !== null });
      };
      const stop = (): void => {
        end('stopped');
      };
      const welcome = (link: SocketLink, frame: Extract<SocketFrame, { kind: 'welcome' }>): void => {
        keepaliveS = frame.keepaliveS ?? keepaliveS;
        link.expectEvery(keepaliveS);
        const isMoved = current !== null;
        for (const old of links)
          if (old !== link) {
            links.delete(old);
            old.drop();
          }
        current = link;
        if (!isMoved) handlers.onSession(frame.sessionId);
      };
      const open = (url: string): void => {
        const link: SocketLink = new SocketLink(url, limits, {
          onText: (text) => {
            const frame = readFrame(text, this.ports.boxArt);
            if (frame.kind === 'welcome') welcome(link, frame);
            else if (frame.kind === 'reconnect') moveTo(frame.url);
            else this.dispatch(frame, handlers);
          },
          // If the new connection of a move fails, the old one remains until Twitch closes it at the end of its grace
          // period.
          onEnd: (reason) => {
            links.delete(link);
            if (link === current || links.size === 0) end(reason);
          },
        });
        links.add(link);
      };
      const moveTo = (url: string): void => {
        guard.check(new URL(url).hostname).then(
          () => {
            if (links.size === 1) open(url);
          },
          (refused: unknown) => {
            end(messageOf(refused).replace(/\.$/, ''));
          },
        );
      };
      signal.addEventListener('abort', stop, { once: true });
      open(address);
    });
  }

  private dispatch(frame: SocketFrame, handlers: SocketHandlers): void {
    if (frame.kind === 'message') {
      if (this.isNew(frame.message.id)) handlers.onMessage(frame.message);
    } else if (frame.kind === 'revoked' && this.isNew(frame.id)) handlers.onRevoked(frame.subscription);
  }

  private isNew(id: string): boolean {
    if (this.seen.has(id)) return false;
    this.seen.add(id);
    const [oldest] = this.seen;
    if (this.seen.size > MAX_IDS && oldest !== undefined) this.seen.delete(oldest);
    return true;
  }
}
