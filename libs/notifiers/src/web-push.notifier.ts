import { createHash } from 'node:crypto';
import { judgeAnswer } from './judge-answer.js';
import { type Notifier, type OutgoingMessage } from './notifier.js';
import { cut } from './texts.js';

/** Loaded on demand, to save memory. */
const webPushLibrary = async () => (await import('web-push')).default;

/** A push service stores the message of a browser that is off for this long, in seconds. */
const TTL_S = 86_400;

/** What the service worker of the page shows. A push message has at most 4096 bytes with its encryption. */
const payloadOf = ({ id, title, text, link, picture }: OutgoingMessage): string =>
  JSON.stringify({ id, title: cut(title, 200), body: cut(text, 500), url: cut(link, 500), icon: cut(picture, 500) });

/** Encrypts the message for one browser (RFC 8291) and hands it to the push service of that browser (RFC 8030). */
export const webPush: Notifier<'webPush'> = {
  send: async (message, { endpoint, p256dh, auth }, { post, signal, now, vapid }) => {
    const library = await webPushLibrary();
    const details = library.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payloadOf(message), {
      vapidDetails: await vapid(),
      TTL: TTL_S,
      urgency: message.level === 'error' ? 'high' : 'normal',
      // A repeated message replaces the earlier one while the browser is off.
      topic: createHash('sha256').update(message.id).digest('base64url').slice(0, 32),
    });
    const headers = Object.fromEntries(
      Object.entries(details.headers as Record<string, unknown>)
        .filter(([name]) => name.toLowerCase() !== 'content-length')
        .map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    const answer = await post({ url: details.endpoint, headers, body: details.body }, signal);
    // RFC 8030 section 7.3: the subscription has ended.
    if (answer.status === 404 || answer.status === 410)
      return { outcome: 'gone', answer: judgeAnswer(answer, now()).answer };
    return judgeAnswer(answer, now());
  },
};

/** Makes the keys of an installation, once. */
export async function makeVapidKeys(): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
  return (await webPushLibrary()).generateVAPIDKeys();
}
