import { type ReceiverKind } from '#libs/contracts';
import { apprise } from './apprise.notifier.js';
import { discord } from './discord.notifier.js';
import { email } from './email.notifier.js';
import { gotify } from './gotify.notifier.js';
import { mqtt } from './mqtt.notifier.js';
import { type Notifier } from './notifier.js';
import { ntfy } from './ntfy.notifier.js';
import { pushover } from './pushover.notifier.js';
import { script } from './script.notifier.js';
import { telegram } from './telegram.notifier.js';
import { webPush } from './web-push.notifier.js';
import { webhook } from './webhook.notifier.js';

/** Every kind of receiver that a process of the server reaches by itself; a browser is reached by the websocket. */
export const NOTIFIERS: { readonly [K in Exclude<ReceiverKind, 'browser'>]: Notifier<K> } = {
  webPush,
  telegram,
  discord,
  pushover,
  ntfy,
  gotify,
  apprise,
  email,
  webhook,
  script,
  mqtt,
};
