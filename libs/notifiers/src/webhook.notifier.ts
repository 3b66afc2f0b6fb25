import { createHmac } from 'node:crypto';
import { judgeAnswer } from './judge-answer.js';
import { type Notifier, type OutgoingMessage } from './notifier.js';

/** The documented payload of webhooks and scripts (docs/operate/notifications.md#payload). */
export const payloadOf = (message: OutgoingMessage): Record<string, unknown> => ({
  version: 1,
  id: message.id,
  category: message.category,
  level: message.level,
  ended: message.ended,
  test: message.isTest,
  at: message.at,
  title: message.title,
  text: message.text,
  link: message.link,
  picture: message.picture,
  channel_uuid: message.channelUuid,
  vod_uuid: message.vodUuid,
  values: message.values,
});

/** Signature of a payload: HMAC-SHA256 over `<timestamp>.<body>`, hex. */
const signatureOf = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/** Posts the documented payload, signed if the receiver has a secret. */
export const webhook: Notifier<'webhook'> = {
  send: async (message, { url, secret }, { post, signal, now }) => {
    const body = JSON.stringify(payloadOf(message));
    const timestamp = String(Math.floor(now() / 1000));
    const headers = {
      'content-type': 'application/json',
      'x-vodkeep-event': message.category,
      'x-vodkeep-delivery': message.id,
      'x-vodkeep-timestamp': timestamp,
      ...(secret !== '' && { 'x-vodkeep-signature': `sha256=${signatureOf(secret, timestamp, body)}` }),
    };
    return judgeAnswer(await post({ url, headers, body }, signal), now());
  },
};
