import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type WebhookReading } from '../../kit/push.js';
import { readWebhook } from './read-webhook.js';

const SECRET = 'a-secret-of-ours';
const NOW = new Date('2026-01-02T03:04:05Z');
const STAMP = '2026-01-02T03:04:04.123456789Z';
const boxArt = (id: string): string => `https://art/${id}-{width}x{height}.jpg`;

interface Call {
  readonly type?: string;
  readonly id?: string;
  readonly stamp?: string;
  readonly body?: unknown;
  readonly secret?: string;
  readonly change?: (headers: Record<string, string | undefined>) => void;
  readonly sent?: Buffer;
}
const SUBSCRIPTION = {
  id: 'sub-1',
  status: 'enabled',
  type: 'stream.online',
  version: '1',
  cost: 1,
  condition: { broadcaster_user_id: '7' },
  transport: { method: 'webhook', callback: 'https://x/hook' },
  created_at: STAMP,
};
const ONLINE = {
  id: '40',
  broadcaster_user_id: '7',
  broadcaster_user_login: 'a',
  broadcaster_user_name: 'A',
  type: 'live',
  started_at: '2026-01-02T03:04:00Z',
};

function read({
  type = 'notification',
  id = 'm-1',
  stamp = STAMP,
  body = { subscription: SUBSCRIPTION, event: ONLINE },
  secret = SECRET,
  change,
  sent,
}: Call = {}): WebhookReading {
  const raw = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const headers: Record<string, string | undefined> = {
    'twitch-eventsub-message-id': id,
    'twitch-eventsub-message-timestamp': stamp,
    'twitch-eventsub-message-type': type,
    'twitch-eventsub-message-retry': '0',
    'twitch-eventsub-message-signature': `sha256=${createHmac('sha256', secret)
      .update(id + stamp)
      .update(raw)
      .digest('hex')}`,
  };
  change?.(headers);
  return readWebhook({ headers, body: sent ?? raw, secret: SECRET, now: NOW }, boxArt);
}
const notice = (topic: string, event: object): Call => ({
  body: { subscription: { ...SUBSCRIPTION, type: topic }, event },
});

describe('a call of the webhook', () => {
  it('about a stream is read', () => {
    expect(read()).toEqual({
      kind: 'message',
      messages: [
        {
          id: 'm-1',
          at: new Date('2026-01-02T03:04:04.123Z'),
          fact: { fact: 'online', sourceId: '7', streamId: '40', startedAt: new Date('2026-01-02T03:04:00Z') },
        },
      ],
    });
  });

  it('W3 has the same message id at each retry, so that it is one message', () => {
    const retried = read({
      change: (headers) => {
        headers['twitch-eventsub-message-retry'] = '2';
      },
    });
    expect(retried).toEqual(read());
  });

  it('W4 that is a challenge with a wrong signature is refused and gives no challenge', () => {
    const call: Call = {
      type: 'webhook_callback_verification',
      body: { challenge: 'abc', subscription: { ...SUBSCRIPTION, status: 'webhook_callback_verification_pending' } },
    };
    expect(read({ ...call, secret: 'another' })).toEqual({ kind: 'refused', refusal: 'bad-signature' });
    expect(read(call)).toEqual({
      kind: 'challenge',
      challenge: 'abc',
      subscriptionId: 'sub-1',
      topic: 'stream.online',
      sourceId: '7',
    });
  });

  it.each([
    ['20 minutes old', '2026-01-02T02:44:05.000000001Z'],
    ['just over 10 minutes old', '2026-01-02T02:54:04.999999999Z'],
    ['from the future', '2026-01-02T03:15:00.000000000Z'],
  ])('W5 with a correct signature that is %s is refused', (_name, stamp) => {
    expect(read({ stamp })).toEqual({ kind: 'refused', refusal: 'too-old' });
  });

  it('just under 10 minutes old is taken', () => {
    expect(read({ stamp: '2026-01-02T02:54:05.999999999Z' }).kind).toBe('message');
  });

  it.each(['authorization_revoked', 'user_removed', 'notification_failures_exceeded'])(
    'W6 that revokes (%s) says which subscription and why',
    (status) => {
      expect(read({ type: 'revocation', body: { subscription: { ...SUBSCRIPTION, status } } })).toEqual({
        kind: 'revoked',
        messageId: 'm-1',
        subscriptionId: 'sub-1',
        topic: 'stream.online',
        sourceId: '7',
        reason: status,
      });
    },
  );

  it.each<[string, NonNullable<Call['change']>]>([
    [
      'no signature',
      (h) => {
        delete h['twitch-eventsub-message-signature'];
      },
    ],
    [
      'an empty one',
      (h) => {
        h['twitch-eventsub-message-signature'] = '';
      },
    ],
    [
      'half a one',
      (h) => {
        h['twitch-eventsub-message-signature'] = h['twitch-eventsub-message-signature']?.slice(0, 40);
      },
    ],
    [
      'one without its prefix',
      (h) => {
        h['twitch-eventsub-message-signature'] = h['twitch-eventsub-message-signature']?.slice(7);
      },
    ],
    [
      'one of another kind',
      (h) => {
        h['twitch-eventsub-message-signature'] = `sha1=${'0'.repeat(40)}`;
      },
    ],
    [
      'one with more behind it',
      (h) => {
        h['twitch-eventsub-message-signature'] = `${h['twitch-eventsub-message-signature'] ?? ''}00`;
      },
    ],
    [
      'no headers at all',
      (h) => {
        for (const name of Object.keys(h)) h[name] = undefined;
      },
    ],
    [
      'another id than was signed',
      (h) => {
        h['twitch-eventsub-message-id'] = 'm-2';
      },
    ],
    [
      'another stamp than was signed',
      (h) => {
        h['twitch-eventsub-message-timestamp'] = '2026-01-02T03:04:04.123456788Z';
      },
    ],
  ])('with %s is refused', (_name, change) => {
    expect(read({ change })).toEqual({ kind: 'refused', refusal: 'bad-signature' });
  });

  it('whose body was serialised again is refused, since the signature covers the raw bytes', () => {
    const body = { subscription: SUBSCRIPTION, event: ONLINE };
    expect(read({ body, sent: Buffer.from(JSON.stringify(body, null, 1)) })).toEqual({
      kind: 'refused',
      refusal: 'bad-signature',
    });
  });

  it('is refused while there is no secret', () => {
    expect(
      readWebhook(
        {
          headers: {
            'twitch-eventsub-message-signature': `sha256=${createHmac('sha256', '').digest('hex')}`,
            'twitch-eventsub-message-id': '',
            'twitch-eventsub-message-timestamp': '',
          },
          body: Buffer.alloc(0),
          secret: '',
          now: NOW,
        },
        boxArt,
      ),
    ).toEqual({ kind: 'refused', refusal: 'bad-signature' });
  });

  it.each<[string, Call]>([
    ['no JSON', { body: '{"x":' }],
    ['nothing', { body: '' }],
    ['JSON null', { body: 'null' }],
    ['no subscription', { body: { event: ONLINE } }],
    ['no event', { body: { subscription: SUBSCRIPTION } }],
    ['no channel', notice('stream.online', { ...ONLINE, broadcaster_user_id: '' })],
    ['no time of its start', notice('stream.online', { ...ONLINE, started_at: 'yesterday' })],
    ['an unknown type', { type: 'hello' }],
    ['a stamp that is none', { stamp: 'soon' }],
    ['no stamp', { stamp: '' }],
    ['no id', { id: '' }],
    ['a challenge without one', { type: 'webhook_callback_verification', body: { subscription: SUBSCRIPTION } }],
  ])('with %s is malformed', (_name, call) => {
    expect(read(call)).toEqual({ kind: 'refused', refusal: 'malformed' });
  });

  it('of a topic without a subscription is refused', () => {
    expect(read(notice('channel.follow', {}))).toEqual({ kind: 'refused', refusal: 'unknown-subscription' });
  });

  it('with several events has a message for each, by its own id', () => {
    const reading = read({
      body: {
        subscription: SUBSCRIPTION,
        events: [
          { id: 'e-1', data: ONLINE },
          { id: 'e-2', data: { ...ONLINE, id: '41' } },
        ],
      },
    });
    expect(reading).toMatchObject({
      kind: 'message',
      messages: [
        { id: 'e-1', fact: { streamId: '40' } },
        { id: 'e-2', fact: { streamId: '41' } },
      ],
    });
  });

  it.each([
    ['with its stream', { id: '40' }, '40'],
    ['as before June 2026, without', {}, null],
    ['with null', { id: null }, null],
  ])('reads the end of a stream %s', (_name, more, streamId) => {
    expect(read(notice('stream.offline', { broadcaster_user_id: '7', ...more }))).toMatchObject({
      messages: [{ fact: { fact: 'offline', sourceId: '7', streamId } }],
    });
  });

  it('reads an update', () => {
    const event = {
      broadcaster_user_id: '7',
      broadcaster_user_login: 'a',
      broadcaster_user_name: 'A',
      title: 'Hi',
      language: 'en',
      category_id: '743',
      category_name: 'Chess',
      content_classification_labels: ['Gambling'],
    };
    const fact = {
      fact: 'update',
      sourceId: '7',
      login: 'a',
      displayName: 'A',
      title: 'Hi',
      category: { id: '743', name: 'Chess', boxArtUrl: boxArt('743') },
      language: 'en',
      isMature: true,
    };
    expect(read(notice('channel.update', event))).toMatchObject({ messages: [{ fact }] });
    expect(read(notice('channel.update', { broadcaster_user_id: '7', title: '', category_id: '' }))).toMatchObject({
      messages: [{ fact: { title: '', category: null, isMature: false } }],
    });
  });
});
