import { WsAction } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { type z } from 'zod';
import { type Language } from '../i18n/language.js';
import { localizeView } from '../i18n/localize-view.js';
import { Settings } from '../settings/settings.service.js';
import { type Caller } from '../modules/auth/caller.js';
import { type ClientQueue, type Frame } from './client-queue.js';
import { frameKey } from './frame-key.js';
import { AUDIENCE_OF } from './guest-actions.js';
import { type ActionView, leanAction } from './to-ws-action.js';

export interface Listener {
  readonly caller: Caller;
  readonly queue: ClientQueue;
  /** It said so in its hello. */
  isLean: boolean;
  /** In which it is reported; null: that of the setting, as it is then. */
  language: Language | null;
}

/** Everybody who listens, and the one way to tell them something. */
@Injectable()
export class Realtime {
  private readonly listeners = new Set<Listener>();

  constructor(private readonly settings: Settings) {}

  /** Tells every browser of this api that may hear it. Never waits for one. */
  broadcast(action: ActionView): void {
    if (this.listeners.size === 0) return;
    const fallback = this.settings.get('basic.language');
    const [whole, lean] = [frames(action), frames(leanAction(action))];
    for (const { caller, queue, isLean, language } of this.listeners)
      if (caller.level === 'admin' || AUDIENCE_OF[action.action] === 'guest')
        queue.push((isLean ? lean : whole)(language ?? fallback));
  }

  /** Nothing is read from the database while nobody listens. */
  get hasListeners(): boolean {
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

/** One for each language; its text is made when the first client needs it. */
function frames(action: ActionView): (language: Language) => Frame {
  const made = new Map<Language, Frame>();
  return (language) => {
    const frame = made.get(language) ?? {
      key: frameKey(action),
      text: JSON.stringify(actionIn(language, action)),
    };
    made.set(language, frame);
    return frame;
  };
}

const SHAPES = new Map<string, z.ZodType>(WsAction.options.map((one) => [one.shape.action.value, one]));

function actionIn(language: Language, action: ActionView): unknown {
  const shape = SHAPES.get(action.action);
  return shape ? localizeView(language, shape, action) : action;
}
