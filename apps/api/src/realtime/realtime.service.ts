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
import { type ActionView, guestAction, leanAction } from './to-ws-action.js';

export interface Listener {
  readonly caller: Caller;
  readonly queue: ClientQueue;
  /** The client requested lean frames in its hello. */
  isLean: boolean;
  /** Language of the frames; null: the language of the setting at the time of each frame. */
  language: Language | null;
}

/** All listeners, and the one function that sends to them. */
@Injectable()
export class Realtime {
  private readonly listeners = new Set<Listener>();

  constructor(private readonly settings: Settings) {}

  /** Sends an action to every browser of this API that may receive it. Never waits for a browser. */
  broadcast(action: ActionView): void {
    if (this.listeners.size === 0) return;
    const fallback = this.settings.get('basic.language');
    const lean = leanAction(action);
    const operator = { whole: frames(action), lean: frames(lean) };
    const guest = { whole: frames(guestAction(action)), lean: frames(guestAction(lean)) };
    for (const { caller, queue, isLean, language } of this.listeners) {
      if (caller.level !== 'admin' && AUDIENCE_OF[action.action] !== 'guest') continue;
      const frameIn = (caller.level === 'admin' ? operator : guest)[isLean ? 'lean' : 'whole'];
      queue.push(frameIn(language ?? fallback));
    }
  }

  /** Without listeners, changes are not read from the database. */
  get hasListeners(): boolean {
    return this.listeners.size > 0;
  }
  /** Whether a listener reads the VODs of a channel from the channel's frame, as v0's page does. */
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

/** Returns the frame of an action per language. The text is created when the first client needs it. */
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

const ACTION_SCHEMAS = new Map<string, z.ZodType>(WsAction.options.map((one) => [one.shape.action.value, one]));

function actionIn(language: Language, action: ActionView): unknown {
  const shape = ACTION_SCHEMAS.get(action.action);
  return shape ? localizeView(language, shape, action) : action;
}
