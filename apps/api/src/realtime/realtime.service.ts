import { type WsAction } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { type Caller } from '../modules/auth/caller.js';
import { type ClientQueue, type Frame } from './client-queue.js';
import { frameKey } from './frame-key.js';
import { HEARD_BY } from './guest-actions.js';
import { leanAction } from './to-ws-action.js';

export interface Listener {
  readonly caller: Caller;
  readonly queue: ClientQueue;
  /** It said so in its hello. */
  isLean: boolean;
}

/** Everybody who listens, and the one way to tell them something. */
@Injectable()
export class Realtime {
  private readonly listeners = new Set<Listener>();

  /** Tells every browser of this api that may hear it. Never waits for one. */
  broadcast(action: WsAction): void {
    if (this.listeners.size === 0) return;
    const [whole, lean] = [frameOf(action), frameOf(leanAction(action))];
    for (const { caller, queue, isLean } of this.listeners)
      if (caller.level === 'admin' || HEARD_BY[action.action] === 'guest') queue.push(isLean ? lean() : whole());
  }

  /** Nothing is read from the database while nobody listens. */
  get isHeard(): boolean {
    return this.listeners.size > 0;
  }
  /** Somebody reads the VODs of a channel out of its frame, as v0's page does. */
  get isWholeWanted(): boolean {
    return [...this.listeners].some((listener) => !listener.isLean);
  }
  get count(): number {
    return this.listeners.size;
  }

  add(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }
}

/** Its text is made when the first client needs it. */
function frameOf(action: WsAction): () => Frame {
  let frame: Frame | null = null;
  return () => (frame ??= { key: frameKey(action), text: JSON.stringify(action) });
}
