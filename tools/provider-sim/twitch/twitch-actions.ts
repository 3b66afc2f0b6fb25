import { EventEmitter } from 'node:events';
import type { Action } from '../scenario.js';
import type { TwitchAction } from './twitch-spec.js';
import type { TwitchChannel } from './world.js';

type ActionOf<K extends TwitchAction['do']> = Extract<TwitchAction, { do: K }>;

const NAMES: Readonly<Record<TwitchAction['do'], true>> = {
  'update': true,
  'viewers': true,
  'ad': true,
  'say': true,
  'burst': true,
  'rename': true,
  'unlist': true,
  'list': true,
  'events': true,
  'chat': true,
  'video': true,
  'site-fault': true,
  'heal': true,
  'revoke-tokens': true,
};

/** The names of the two kinds of action do not overlap. */
export const isTwitchAction = (action: Action | TwitchAction): action is TwitchAction => action.do in NAMES;

/**
 * Sends the actions on a channel to the sites; each site listens to the actions that it needs: `actions.on('ad',
 * (channel, { seconds }) => ...)`.
 */
export class TwitchActions extends EventEmitter<{ [K in TwitchAction['do']]: [TwitchChannel, ActionOf<K>] }> {
  dispatch(channel: TwitchChannel, action: TwitchAction): void {
    (this as EventEmitter).emit(action.do, channel, action);
  }
}
