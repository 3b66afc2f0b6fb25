import { type WsAction } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { type Caller } from '../modules/auth/caller.js';
import { type ClientQueue } from './client-queue.js';
import { frameKey } from './frame-key.js';
import { HEARD_BY } from './guest-actions.js';

export interface Listener { readonly caller: Caller; readonly queue: ClientQueue }

/** Everybody who listens, and the one way to tell them something. */
@Injectable()
export class Realtime {
  private readonly listeners = new Set<Listener>();

  /** Tells every browser of this api that may hear it. Never waits for one. */
  broadcast(action: WsAction): void {
    if (this.listeners.size === 0) return;
    const frame = { key: frameKey(action), text: JSON.stringify(action) };
    for (const { caller, queue } of this.listeners) if (caller.level === 'admin' || HEARD_BY[action.action] === 'guest') queue.push(frame);
  }

  /** Nothing is read from the database while nobody listens. */
  get isHeard(): boolean { return this.listeners.size > 0; }
  get count(): number { return this.listeners.size; }

  add(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => { this.listeners.delete(listener); };
  }
}
