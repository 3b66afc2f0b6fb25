import type { TwitchScenario } from '../scenario.js';
import { apiAway } from './api-away.scenario.js';
import { appTokenRevoked } from './app-token-revoked.scenario.js';
import { eventsubSilent } from './eventsub-silent.scenario.js';
import { gqlRefused } from './gql-refused.scenario.js';
import { helix429, helix500 } from './helix-fails.scenario.js';
import { ircNetsplit } from './irc-netsplit.scenario.js';
import { onlineDoubled } from './online-doubled.scenario.js';
import { socketKilled } from './socket-killed.scenario.js';
import { tokenEnds } from './token-ends.scenario.js';
import { tokenEndsLast } from './token-ends-last.scenario.js';
import { usherLate } from './usher-late.scenario.js';

/** Faults that a Twitch stream must survive. */
export const TWITCH: readonly TwitchScenario[] = [
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
