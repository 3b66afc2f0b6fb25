import type { TwitchScene } from '../scene.js';
import { apiAway } from './api-away.scene.js';
import { appTokenRevoked } from './app-token-revoked.scene.js';
import { eventsubSilent } from './eventsub-silent.scene.js';
import { gqlRefused } from './gql-refused.scene.js';
import { helix429, helix500 } from './helix-fails.scene.js';
import { ircNetsplit } from './irc-netsplit.scene.js';
import { onlineDoubled } from './online-doubled.scene.js';
import { socketKilled } from './socket-killed.scene.js';
import { tokenEnds } from './token-ends.scene.js';
import { tokenEndsLast } from './token-ends-last.scene.js';
import { usherLate } from './usher-late.scene.js';

/** What a stream of Twitch must survive. */
export const TWITCH: readonly TwitchScene[] = [
  eventsubSilent,
  onlineDoubled,
  usherLate,
  tokenEnds,
  tokenEndsLast,
  ircNetsplit,
  helix500,
  helix429,
  gqlRefused,
  appTokenRevoked,
  apiAway,
  socketKilled,
];
