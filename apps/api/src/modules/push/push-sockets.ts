import { messageOf } from '#libs/errors';
import { type PushSource, type SiteSubscription } from '#libs/providers';
import { Injectable, Logger } from '@nestjs/common';
import { LiveWatch } from '../../detection/live-watch.js';
import { PushInbox } from './push-inbox.js';

type Revoked = Pick<SiteSubscription, 'id' | 'topic' | 'sourceId' | 'reason'>;
interface Listener {
  /** A session started; it has no subscriptions yet. */
  readonly session: (kind: string) => void;
  readonly lost: (kind: string) => void;
  readonly revoked: (kind: string, subscription: Revoked) => void;
}
interface OpenSocket {
  readonly push: PushSource;
  readonly stop: AbortController;
  sessionId: string | null;
  done: Promise<void>;
}

/** Keeps a socket open to each site that pushes by websocket. Runs on the API that leads. */
@Injectable()
export class PushSockets {
  private readonly log = new Logger('push');
  private readonly sockets = new Map<string, OpenSocket>();
  private listener: Listener = { session: () => undefined, lost: () => undefined, revoked: () => undefined };

  constructor(
    private readonly inbox: PushInbox,
    private readonly watch: LiveWatch,
  ) {}

  listen(listener: Listener): void {
    this.listener = listener;
  }

  sessionOf(kind: string): string | null {
    return this.sockets.get(kind)?.sessionId ?? null;
  }

  /** @param push null: close the socket */
  openOrClose(kind: string, push: PushSource | null): void {
    const known = this.sockets.get(kind);
    if (known && known.push !== push) {
      known.stop.abort();
      this.sockets.delete(kind);
    }
    if (push && this.sockets.get(kind) === undefined) this.open(kind, push);
  }

  async stop(): Promise<void> {
    const ending = [...this.sockets.values()];
    this.sockets.clear();
    for (const { stop } of ending) stop.abort();
    await Promise.all(ending.map(({ done }) => done));
  }

  private open(kind: string, push: PushSource): void {
    const held: OpenSocket = { push, stop: new AbortController(), sessionId: null, done: Promise.resolve() };
    this.sockets.set(kind, held);
    held.done = push
      .runSocket(
        {
          onSession: (sessionId) => {
            held.sessionId = sessionId;
            this.log.log(`${kind}: websocket open`);
            this.listener.session(kind);
            this.watch.checkAll(kind);
          },
          onMessage: (message) => {
            void this.inbox.take(kind, message).catch((thrown: unknown) => {
              this.log.warn(`${kind}: push message not received: ${messageOf(thrown)}`);
            });
          },
          onRevoked: (revoked) => {
            this.log.warn(`${kind}: subscription ${revoked.topic} of ${revoked.sourceId} revoked: ${revoked.reason}`);
            this.listener.revoked(kind, revoked);
          },
          onLost: (reason) => {
            held.sessionId = null;
            this.log.warn(`${kind}: websocket lost (${reason}); polling until it reconnects`);
            this.listener.lost(kind);
            this.watch.checkAll(kind);
          },
        },
        held.stop.signal,
      )
      .catch((thrown: unknown) => {
        this.log.error(`${kind}: websocket failed: ${messageOf(thrown)}`);
      });
  }
}
