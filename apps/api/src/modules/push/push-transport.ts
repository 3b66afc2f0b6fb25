import { type SettingValues } from '#libs/contracts';

/** `canTell`: what is followed is a channel of a site that tells of streams at all. */
export interface TransportAsk {
  readonly canTell: boolean;
  readonly wanted: SettingValues['push.transport'];
  readonly appUrl: string;
  readonly hasApp: boolean;
  readonly isSignedIn: boolean;
}
export interface TransportChoice {
  readonly transport: 'webhook' | 'websocket' | 'poll';
  readonly reason: string;
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

const poll = (reason: string): TransportChoice => ({ transport: 'poll', reason });

/**
 * Which way a site may tell us of its streams, and in words why not another one. Asking is always enough
 * (server-behaviour case 18). A webhook needs an address that the site reaches by https on port 443 (protocols.md 2.1);
 * a socket needs a signed-in user.
 */
export function chooseTransport({ canTell, wanted, appUrl, hasApp, isSignedIn }: TransportAsk): TransportChoice {
  if (!canTell) return poll('An address of its own tells nothing by itself: it is asked, which misses nothing.');
  if (wanted === 'off') return poll('Pushing is switched off in the settings.');
  if (!hasApp) return poll('Without an app of your own the site is only asked.');
  if (wanted === 'webhook')
    return isPublic(appUrl)
      ? { transport: 'webhook', reason: '' }
      : poll('A webhook needs a public https address on port 443: set it as Public address, or choose another way.');
  if (wanted === 'websocket')
    return isSignedIn
      ? { transport: 'websocket', reason: '' }
      : poll('A socket needs a signed-in user: sign in, or choose another way.');
  if (isPublic(appUrl)) return { transport: 'webhook', reason: '' };
  return isSignedIn
    ? { transport: 'websocket', reason: '' }
    : poll(
        'No public https address is set and nobody is signed in, so channels are asked. That is enough to miss nothing.',
      );
}
