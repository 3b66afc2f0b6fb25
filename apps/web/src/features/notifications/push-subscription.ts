import { siteUrl } from '../../lib/basepath.js';

/** Browsers allow push messages only for pages of https and of the machine itself. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && isSecureContext;

/**
 * Subscribes this browser to push messages of the server.
 * @param key public key of the server, base64url
 * @returns the configuration of a receiver; null: the user refused
 */
export async function subscribeBrowser(key: string): Promise<Record<'endpoint' | 'p256dh' | 'auth', string> | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(siteUrl('/notify-worker.js'), { scope: siteUrl('/') });
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = '', keys = {} } = made.toJSON();
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
}
