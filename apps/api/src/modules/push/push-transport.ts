import { type SettingValues } from '#libs/contracts';
import { type Message, message } from '#libs/messages';

/** `canPush`: the site supports push for channels. */
export interface TransportQuestion {
  readonly canPush: boolean;
  readonly wanted: SettingValues['push.transport'];
  readonly appUrl: string;
  readonly hasApp: boolean;
  readonly isSignedIn: boolean;
}
export interface TransportChoice {
  readonly transport: 'webhook' | 'websocket' | 'poll';
  readonly reason: Message | null;
}

const isPublic = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, port, hostname } = new URL(url);
  return (
    protocol === 'https:' &&
    port === '' &&
    !/^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)|\.(local|lan|internal|home\.arpa)$/.test(
      hostname,
    ) &&
    hostname.includes('.')
  );
};

const poll = (reason: Message): TransportChoice => ({ transport: 'poll', reason });

/**
 * Chooses how a site pushes its events, with the reason if it cannot push. Polling always works. A webhook needs an
 * address that the site can reach by https on port 443 (https://dev.twitch.tv/docs/eventsub/handling-webhook-events/);
 * a websocket needs a signed-in user.
 */
export function chooseTransport({ canPush, wanted, appUrl, hasApp, isSignedIn }: TransportQuestion): TransportChoice {
  if (!canPush) return poll(message('detection.no-push'));
  if (wanted === 'off') return poll(message('detection.push-off'));
  if (!hasApp) return poll(message('detection.no-app'));
  if (wanted === 'webhook')
    return isPublic(appUrl) ? { transport: 'webhook', reason: null } : poll(message('detection.no-public-address'));
  if (wanted === 'websocket')
    return isSignedIn ? { transport: 'websocket', reason: null } : poll(message('detection.no-user'));
  if (isPublic(appUrl)) return { transport: 'webhook', reason: null };
  return isSignedIn ? { transport: 'websocket', reason: null } : poll(message('detection.polling'));
}
